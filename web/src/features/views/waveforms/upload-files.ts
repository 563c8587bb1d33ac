/** Files of one waveform: a CSV, or the directions of a K-NET record, which follow each other in one text. */
const isKnet = ({ name }: Pick<File, 'name'>): boolean => /\.(knt|ew\d?|ns\d?|ud\d?)$/i.test(name);

/** Returns whether another direction of the same record may follow. */
export const mayHaveMore = (files: readonly Pick<File, 'name'>[]): boolean => files.length < 3 && files.every(isKnet);

export async function asOneFile(files: readonly File[]): Promise<File> {
  const parts = files.flatMap((file, i): BlobPart[] => (i === 0 ? [file] : ['\n', file]));
  const name = files[0]?.name ?? 'waveform.csv';
  // Browsers have no name for most of these; the server looks inside.
  return new File(parts, name, { type: 'text/plain' });
}
