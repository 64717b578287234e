/** The only door to `@xstate/graph`; everything else asks for paths here. */
export { createTestModel, getAdjacencyMap, getShortestPaths, type StatePath } from '@xstate/graph';
