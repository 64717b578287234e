/** The only door to `@xstate/graph`; everything else requests paths here. */
export { createTestModel, getAdjacencyMap, getShortestPaths, type StatePath } from '@xstate/graph';
