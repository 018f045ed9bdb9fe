import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n-core reads these when it is loaded; without them it would write into the home folder.
process.env.N8N_USER_FOLDER ??= mkdtempSync(join(tmpdir(), 'n8n-engine-'));
process.env.N8N_ENCRYPTION_KEY ??= 'only-for-tests';
// The engine's own log belongs to n8n; tests that need it say so.
process.env.N8N_LOG_LEVEL ??= 'silent';
