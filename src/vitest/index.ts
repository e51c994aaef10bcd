/**
 * One test of vitest for each case of groupspec.
 *
 *     import { testCoordinator } from 'groupspec/vitest';
 *
 *     testCoordinator(() => myAdapter());
 */
export { type TestCoordinatorOptions, testCoordinator } from './test-coordinator.js';
