/** Versions of the protocol that are spoken, newest first; a test compares them with those of the package that speaks it. */
export const versions: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];
