import { temporaryFolder } from './temporaryFolder';

// n8n writes its settings into the user's folder as soon as its engine is loaded.
process.env.N8N_USER_FOLDER = temporaryFolder();

// n8n makes the ID of its instance of this key, and derived references contain the ID.
process.env.N8N_ENCRYPTION_KEY = 'of the tests';

// Its log would show every failure that a test brings about.
process.env.N8N_LOG_LEVEL = 'silent';

// The engine of n8n 1.x starts an interval for SSH tunnels that would keep the test run alive for ever.
const startInterval = globalThis.setInterval;
globalThis.setInterval = ((...parameters: Parameters<typeof setInterval>) =>
	startInterval(...parameters).unref()) as typeof globalThis.setInterval;
