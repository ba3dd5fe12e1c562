import { configureProperties } from './property_runs.js';

/** Runs in every worker before its test file. */
configureProperties();
