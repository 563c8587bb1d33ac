import { fieldsOf } from '@plumbline/contract/points/families';
import { photos } from '@plumbline/contract/points/photos';
import type { Point } from '@plumbline/contract/points/points';
import { imports } from '@plumbline/contract/readings/imports';
import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { StatusTag } from '../../../design/Status.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { isManual } from '../field-store/due.parts.ts';
import type { Entries } from '../field-store/entries.queries.ts';
import type { Pack } from '../field-store/field-store.parts.ts';
import { EntryRow } from './EntryRow.tsx';
import { PhotoForm } from './PhotoForm.tsx';
import { LastValue } from './PointRow.tsx';
import { ReadingForm } from './ReadingForm.tsx';

/** More fields than this are for a table and not for a thumb. */
const maxFields = 12;

/** One point on site: its last value, a new one, photos, and what of this device is on its way to it. */
export function PointSheet({
  pack,
  isLive,
  point,
  entries,
  onClose,
}: {
  pack: Pack;
  isLive: boolean;
  point: Point;
  entries: Entries;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const isOpen = pack.open.project.archivedAt === null && point.deprecatedAt === null;
  const fields = fieldsOf(point.family, point.nodeCount);
  const pointEntries = entries.entries.filter(({ point: { id } }) => id === point.id).toReversed();
  return (
    <Drawer
      open
      onClose={onClose}
      placement="bottom"
      size="100%"
      rootClassName="fld-sheet"
      title={point.name}
      extra={isLive && <StatusTag status={point.status} words="short" />}
    >
      <p className="pl-2">
        {[pack.places[point.structureId], t(`families:family.${point.family}`)].filter(Boolean).join(' · ')}
      </p>
      <p>
        <LastValue point={point} />
      </p>
      {isOpen && isManual(point) && allowed(imports.enter) && fields.length <= maxFields && (
        <ReadingForm
          key={point.id}
          pack={pack}
          point={point}
          fields={fields}
          entered={pointEntries.find(({ kind, state }) => kind === 'reading' && state !== 'refused')}
        />
      )}
      {isManual(point) && fields.length > maxFields && <p className="fld-note">{t('fieldWork:reading.tooMany')}</p>}
      {isOpen && allowed(photos.upload) && (
        <PhotoForm key={`photo ${point.id}`} pack={pack} point={point} entries={pointEntries} />
      )}
      {!isOpen && <p className="fld-note">{t('fieldWork:closed')}</p>}
      <EntriesOfPoint entries={pointEntries} timeZone={pack.open.project.timeZone} />
      {isLive && (
        <p>
          <Link to={to('DataView', { projectId: pack.projectId }, { point: String(point.id) })}>
            {t('fieldWork:history')}
          </Link>
        </p>
      )}
    </Drawer>
  );
}

function EntriesOfPoint({ entries, timeZone }: { entries: Entries['entries']; timeZone: string }) {
  const { t } = useTranslation();
  if (entries.length === 0) return null;
  return (
    <section aria-label={t('fieldWork:entries.ofPoint')}>
      <h2>{t('fieldWork:entries.ofPoint')}</h2>
      <ul className="fld-list">
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} timeZone={timeZone} />
        ))}
      </ul>
    </section>
  );
}
