import type { Drawing } from '@plumbline/contract/site/drawings';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../app/paths.ts';
import { useDrawing, useDrawings } from '../../features/site/drawings/drawings.queries.ts';
import type { PointNow } from '../../features/views/site-map/site-map.parts.tsx';
import { useProject } from '../../kernel/project.tsx';
import { DrawingSight } from './DrawingSight.tsx';

export interface DrawingStripProps {
  readonly structureId: number;
  readonly name: string;
  /** Of this structure and its items. */
  readonly now: readonly PointNow[];
  readonly chosen: number | null;
  readonly onChoose: (pointId: number) => void;
}

/** The elevation of a structure, or else its section or plan, under the map; nothing where it has none. */
export function DrawingStrip(props: DrawingStripProps) {
  const list = useDrawings(props.structureId);
  const first = firstOf(list.data?.drawings ?? []);
  return first ? <Strip key={first.id} first={first} {...props} /> : null;
}

const order: readonly Drawing['plane'][] = ['elevation', 'section', 'lining', 'plan'];
const firstOf = (all: readonly Drawing[]): Drawing | undefined =>
  all.toSorted((a, b) => order.indexOf(a.plane) - order.indexOf(b.plane))[0];

function Strip({ first, structureId, name, ...points }: DrawingStripProps & { first: Drawing }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const query = useDrawing(structureId, first.id);
  const drawing = query.data?.drawing;
  const address = to('StructureScreen', { projectId: project.id, structureId }, { mode: 'drawing', drawing: first.id });
  return (
    <section className="dr-strip" aria-label={`${name}: ${first.name}`}>
      <div className="pl-row">
        <h2 className="pl-h3 pl-ell">{first.name}</h2>
        <span className="pl-sm pl-3 pl-ell pl-gap">{name}</span>
        <Link className="pl-sm" to={address}>
          {t('drawings:open')}
        </Link>
      </div>
      {drawing && <DrawingSight drawing={drawing} isSmall {...points} />}
    </section>
  );
}
