import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n writes its settings into the user's folder as soon as its engine is loaded.
process.env.N8N_USER_FOLDER = mkdtempSync(join(tmpdir(), 'gift-order-batch-engine-'));

// Its log would show every failure that a test brings about.
process.env.N8N_LOG_LEVEL = 'silent';
