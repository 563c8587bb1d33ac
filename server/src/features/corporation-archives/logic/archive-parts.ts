/** The parts of an archive: rows without what nobody may read again, and texts cut at their lines. Pure. */

/** Of fields at any depth. */
const secret = /pass(word|phrase)|secret|token|sealed|hash|credential|private|verification|authorization|challenge/i;

/** A value without its secrets. */
export function withoutSecretFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecretFields);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !secret.test(name))
      .map(([name, each]) => [name, withoutSecretFields(each)]),
  );
}

const partBytes = 8 * 1024 * 1024;

/** A long text in parts of some megabytes that end with a line; each later part begins with the heading again. */
export async function* partsOf(text: AsyncIterable<string | Uint8Array>, most = partBytes): AsyncGenerator<Buffer> {
  let heading: Buffer | null = null;
  let left = Buffer.alloc(0);
  for await (const chunk of text) {
    left = Buffer.concat([left, Buffer.from(chunk as string)]);
    if (left.length < most) continue;
    const end = left.lastIndexOf(10) + 1;
    if (end === 0) continue;
    heading ??= left.subarray(0, left.indexOf(10) + 1);
    yield left.subarray(0, end);
    left = Buffer.concat([heading, left.subarray(end)]);
  }
  if (left.length > (heading?.length ?? 0)) yield left;
}

/** What stands in README.md of every archive. */
export const readme = (title: string, at: Date): string => `# ${title}

What people of a corporation of Plumbline entered and what its points measured, as of ${at.toISOString()}. Passwords, secrets and tokens are
not in it; neither are notification channels, feeds, walls and status pages, which open by them, nor the bytes of files and waveforms.

- \`tables/<table>-<part>.ndjson\`: the rows of a table as it is stored, one JSON object a line. Ids connect them: \`point.project_id\` is
  \`project.id\`. Times are UTC. Of people: name, display name, type, language, and when the account was made and disabled.
- \`readings/<project id>/<point id>-<part>.csv\`: every reading of a point as it was stored, uncorrected, oldest first: time in the zone of
  the project and in UTC, each field with its unit, and its quality (empty = passed). UTF-8 with a byte order mark; each part begins
  with the heading.
`;
