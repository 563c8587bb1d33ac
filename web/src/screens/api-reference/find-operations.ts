import type { Operation } from './reference-document.ts';

/** The words by which an operation is found: names count more than what is said of it. */
function hayOf(operation: Operation): { readonly names: string; readonly words: string } {
  const { method, path, operationId, summary, parameters } = operation;
  const also = operation['x-also-at'] ?? [];
  return {
    names: `${method} ${path} ${operationId} ${also.join(' ')}`.toLowerCase(),
    words: `${summary} ${operation['x-permission']} ${parameters
      .map(({ name, description }) => `${name} ${description}`)
      .join(' ')} ${Object.values(operation.responses)
      .map(({ description }) => description)
      .join(' ')}`.toLowerCase(),
  };
}

/** Finds the operations that hold every word; those first whose names hold them. Built once for a document. */
export function finderOf(operations: readonly Operation[]): (text: string) => Operation[] {
  const hays = operations.map((operation) => ({ operation, ...hayOf(operation) }));
  return (text) => {
    const terms = text.toLowerCase().split(/\s+/).filter(Boolean);
    if (terms.length === 0) return [];
    return hays
      .map(({ operation, names, words }) => {
        const points = terms.map((word) => (names.includes(word) ? 2 : words.includes(word) ? 1 : 0));
        return { operation, score: points.includes(0) ? 0 : points.reduce<number>((sum, each) => sum + each, 0) };
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.operation.path.length - b.operation.path.length)
      .map(({ operation }) => operation);
  };
}
