import { fileURLToPath } from 'node:url';
import { installTree, type PackageTree } from './package_tree.js';

/** The clients and generators of others that the tests run against the service. */
export const CLIENTS = fileURLToPath(new URL('../clients/tools/', import.meta.url));

export const installClients = (): Promise<PackageTree> => installTree(CLIENTS);
