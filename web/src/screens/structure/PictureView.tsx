import '../../features/site/structures/picture.parts.ts';
import { AppstoreOutlined, ExpandOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons';
import { urgencyOf } from '@plumbline/contract/kernel/status';
import { type Structure, structures } from '@plumbline/contract/site/structures';
import { Button } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { usePicture } from '../../design/form/use-picture.ts';
import { SkeletonChart } from '../../design/States.tsx';
import { StatusMark } from '../../design/Status.tsx';
import { useStatusWords } from '../../design/status-words.ts';
import type { Place } from '../../features/site/structures/picture.parts.ts';
import type { PointNow } from '../../features/views/site-map/site-map.parts.tsx';
import { download } from '../../kernel/call.ts';
import { formatNumber } from '../../kernel/format.ts';
import type { Reply } from '../../kernel/queries.ts';
import { useRead } from '../../kernel/reads.ts';
import { type LabelSide, labelled } from '../../maps/picture-sight.ts';
import { type PictureSight, usePictureSight, zoomStep } from '../../maps/use-picture-sight.ts';

/** More marks than this would cover one another: then only what is not normal, and what is chosen, is drawn. */
const maxMarkers = 500;

/** A point that is marked on the picture. */
interface Placed extends PointNow {
  readonly at: Place;
}

/**
 * A structure on its picture: its items and points where they are marked, coloured by level, with their names where there
 * is room. Wheel, pinch, buttons and + - 0 zoom; dragging and the arrows move it; a mark opens its point.
 */
export function PictureView({
  structure,
  now,
  chosen,
  onChoose,
  itemId,
  onItem,
}: {
  structure: Structure;
  now: readonly PointNow[];
  chosen: number | null;
  onChoose: (pointId: number) => void;
  itemId: number | null;
  onItem: (itemId: number) => void;
}) {
  const { t } = useTranslation();
  const structureId = structure.id;
  const address = usePicture(structure.picture, async () => (await download(structures.picture, { structureId })).blob);
  const sight = usePictureSight();
  const { placed, drawn } = useDrawnPoints(now, chosen);
  const marks = { drawn, chosen, sight, onItem, onChoose };
  return (
    <div className="st-sight">
      {/* biome-ignore lint/a11y/useSemanticElements: a picture that is moved about, with buttons on it */}
      <div
        ref={sight.place}
        className="view"
        role="group"
        aria-label={t('structures:sight.label', { name: structure.name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: plus, minus and the arrows move the picture
        tabIndex={0}
        {...sight.handlers}
      >
        {address === null ? (
          <SkeletonChart height={320} />
        ) : (
          <div className="stage" style={sight.stage}>
            <img
              src={address}
              alt={structure.name}
              draggable={false}
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                sight.setSize({ width: naturalWidth, height: naturalHeight })
              }
            />
            {sight.size.width > 0 && <AllMarks structureId={itemId === null ? structureId : null} {...marks} />}
          </div>
        )}
      </div>
      <ZoomButtons sight={sight} />
      <Foot missing={now.length - placed.length} hidden={placed.length - drawn.length} />
    </div>
  );
}

/** How many points are not on the picture, and how many of those that are stay hidden among too many. */
function Foot({ missing, hidden }: { missing: number; hidden: number }) {
  const { t } = useTranslation();
  return (
    <p className="foot pl-sm pl-3">
      {[
        missing > 0 && t('structures:sight.noPlace', { count: missing }),
        hidden > 0 && t('structures:sight.loudOnly', { count: hidden }),
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  );
}

/** The points that are marked on the picture, and those of them that are drawn. */
function useDrawnPoints(now: readonly PointNow[], chosen: number | null) {
  const placed = useMemo(
    () =>
      now.flatMap((each): Placed[] => (each.point.imageLocation ? [{ ...each, at: each.point.imageLocation }] : [])),
    [now],
  );
  const drawn = useMemo(
    () =>
      placed.length > maxMarkers
        ? placed.filter(({ point, status }) => urgencyOf(status) > 0 || point.id === chosen)
        : placed,
    [placed, chosen],
  );
  return { placed, drawn };
}

const styleAt = ({ x, y }: Place) => ({ left: `${x * 100}%`, top: `${y * 100}%` });

type Items = Reply<typeof structures.marks>['items'];

/** Items and points where they are marked, each with its name where there is room for it. */
function AllMarks({
  structureId,
  drawn,
  chosen,
  sight,
  onItem,
  onChoose,
}: {
  /** Whose items are drawn; null = none. */
  structureId: number | null;
  drawn: readonly Placed[];
  chosen: number | null;
  sight: PictureSight;
  onItem: (itemId: number) => void;
  onChoose: (pointId: number) => void;
}) {
  const marked = useRead(structures.marks, { structureId: structureId ?? 0 }, { enabled: structureId !== null });
  const items = structureId === null ? noItems : (marked.data?.items ?? noItems);
  const named = useNames(items, drawn, chosen, sight);
  return (
    <>
      {items.map(
        ({ itemId, name, place }) =>
          place && (
            <button
              key={itemId}
              type="button"
              className={`mark item${named.has(`item ${itemId}`) ? '' : ' small'}`}
              style={styleAt(place)}
              aria-label={name}
              title={name}
              onClick={() => onItem(itemId)}
            >
              {named.has(`item ${itemId}`) ? name : <AppstoreOutlined />}
            </button>
          ),
      )}
      <PointMarks drawn={drawn} chosen={chosen} named={named} onChoose={onChoose} />
    </>
  );
}
const noItems: Items = [];

/** Which names stand on the picture, and at which side of their marks. */
function useNames(
  items: Items,
  drawn: readonly Placed[],
  chosen: number | null,
  { effective, size, box }: PictureSight,
): ReadonlyMap<string, LabelSide> {
  return useMemo(() => {
    const onScreen = ({ x, y }: Place) => ({
      x: effective.left + x * size.width * effective.scale,
      y: effective.top + y * size.height * effective.scale,
    });
    return labelled(
      [
        ...drawn.map(({ point, status, at }) => ({
          id: `point ${point.id}`,
          text: point.name,
          first: point.id === chosen ? 9 : urgencyOf(status),
          isItem: false,
          ...onScreen(at),
        })),
        ...items.flatMap(({ itemId, name, place }) =>
          // Before the names of points that are well, after those at a level.
          place ? [{ id: `item ${itemId}`, text: name, first: 0.9, isItem: true, ...onScreen(place) }] : [],
        ),
      ],
      box.width,
    );
  }, [items, drawn, chosen, effective, size, box.width]);
}

function PointMarks({
  drawn,
  chosen,
  named,
  onChoose,
}: {
  drawn: readonly Placed[];
  chosen: number | null;
  named: ReadonlyMap<string, LabelSide>;
  onChoose: (pointId: number) => void;
}) {
  const words = useStatusWords();
  return drawn.map(({ point, status, value, unit, precision, at }) => (
    <button
      key={point.id}
      type="button"
      className={`mark${point.id === chosen ? ' chosen' : ''}`}
      style={{ ...styleAt(at), zIndex: point.id === chosen ? 90 : Math.round(urgencyOf(status) * 10) }}
      title={`${point.name} ${formatNumber(value, precision)} ${unit}, ${words(status).full}`}
      aria-label={`${point.name}, ${words(status).full}`}
      aria-pressed={point.id === chosen}
      onClick={() => onChoose(point.id)}
    >
      <StatusMark status={status} size={18} label={false} />
      {named.has(`point ${point.id}`) && <span className={`name ${named.get(`point ${point.id}`)}`}>{point.name}</span>}
    </button>
  ));
}

function ZoomButtons({ sight: { zoom, fit } }: { sight: PictureSight }) {
  const { t } = useTranslation();
  const button = (icon: ReactNode, words: string, act: () => void) => (
    <Button icon={icon} aria-label={words} title={words} onClick={act} />
  );
  return (
    <div className="tools">
      {button(<PlusOutlined />, t('structures:sight.in'), () => zoom(zoomStep))}
      {button(<MinusOutlined />, t('structures:sight.out'), () => zoom(1 / zoomStep))}
      {button(<ExpandOutlined />, t('structures:sight.fit'), fit)}
    </div>
  );
}
