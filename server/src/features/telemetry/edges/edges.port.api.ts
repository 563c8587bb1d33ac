export { type EdgeLines, type EdgePort, type EdgeTaker, openEdges } from './edges.http.ts';
