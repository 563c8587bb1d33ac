/** Lists of what waits in an inbox, in the forms that FTP knows: LIST as `ls -l` writes it, NLST, and MLSD (RFC 3659). Pure. */
import type { Entry } from '../../feed-inbox/feed-inbox.api.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const halfYearMs = 180 * 86_400_000;
const two = (number: number): string => String(number).padStart(2, '0');

/** `20261127184500`: MDTM and the fact `modify`, in UTC. */
export const timeVal = (at: Date): string => at.toISOString().slice(0, 19).replace(/\D/g, '');

/** Facts of an entry, before its name. */
export const factsOf = ({ bytes, modified }: Entry): string =>
  `type=file;size=${bytes};modify=${timeVal(modified)};perm=adfw;`;
export const factsOfFolder = 'type=dir;perm=cel;';

/** As `ls -l`: the time of day of what is newer than half a year, else the year. */
function listed({ name, bytes, modified }: Entry, now: Date): string {
  const isNew = Math.abs(now.getTime() - modified.getTime()) < halfYearMs;
  const clock = `${two(modified.getUTCHours())}:${two(modified.getUTCMinutes())}`;
  const when = isNew ? clock : ` ${modified.getUTCFullYear()}`;
  const day = String(modified.getUTCDate()).padStart(2, ' ');
  return `-rw------- 1 feed feed ${String(bytes).padStart(10, ' ')} ${months[modified.getUTCMonth()]} ${day} ${when} ${name}`;
}

export type ListForm = 'LIST' | 'NLST' | 'MLSD';

export function listOf(form: ListForm, entries: readonly Entry[], now: Date): string {
  const lines = entries.map((entry) => {
    if (form === 'NLST') return entry.name;
    return form === 'LIST' ? listed(entry, now) : `${factsOf(entry)} ${entry.name}`;
  });
  if (form === 'MLSD') lines.unshift(`type=cdir;perm=cel; /`);
  return lines.map((line) => `${line}\r\n`).join('');
}
