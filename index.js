/** What the package offers, for code that loads it by hand; n8n reads the paths in package.json. */
module.exports = {
	...require('./dist/credentials/SensorsAnalyticsApi.credentials.js'),
	...require('./dist/nodes/SensorsAnalytics/SensorsAnalytics.node.js'),
	...require('./dist/nodes/SensorsAnalyticsTrigger/SensorsAnalyticsTrigger.node.js'),
};
