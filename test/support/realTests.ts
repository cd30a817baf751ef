// Tests of real n8n end when `until` gives up, which says more than the time limit of a test.
jest.setTimeout(900_000);
