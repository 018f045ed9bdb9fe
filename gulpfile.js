const { dest, parallel, src } = require('gulp');

/** Icons lie beside the compiled node: n8n looks for them relative to it. */
const icons = () => src('nodes/**/*.svg', { encoding: false }).pipe(dest('dist/nodes'));

/** Codex files: category and search words of the node panel. */
const codex = () => src('nodes/**/*.node.json').pipe(dest('dist/nodes'));

exports.default = parallel(icons, codex);
