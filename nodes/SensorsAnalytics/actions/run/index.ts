export { issueForUser, logIn } from './accessToken';
export { getManyEvents, getManyProperties, getValues } from './catalog';
export { getDataset, getManyDatasets, queryDataset, refreshDataset } from './dataset';
export { getManyDashboards, getManySavedReports, runSavedReport } from './savedReport';
export { runSqlQuery, getColumns } from './sql';
export { getBehavior, getManyUsers, getManyFromReport } from './user';
export { computeGroup, getUserGroup, getManyUserGroups, getMembers } from './userGroup';
