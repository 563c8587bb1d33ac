import { DeleteOutlined } from '@ant-design/icons';
import { InputNumber, Segmented } from 'antd';
import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { spotIn } from '../../../design/enlarged.ts';
import { IconButton } from '../../../design/IconButton.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { LevelMap, type MapMark } from '../../../maps/LevelMap.tsx';
import { usePictureSight, zoomStep } from '../../../maps/use-picture-sight.ts';
import { useSiteLayers } from './layers.queries.ts';
import { type Control, type Controls, changed, type Fitted, fitted } from './picture-controls.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}
/** Nearer than this to where the button went down, a click is a click and no dragging. */
const stillPx = 4;
const decimals = 7;

/** A picture and the map side by side: the same places are clicked in both, or typed. */
export function PicturePlacing({
  file,
  controls,
  onChange,
}: {
  file: File;
  controls: Controls;
  onChange: (next: Controls) => void;
}) {
  const { t } = useTranslation();
  const [current, setCurrent] = useState(0);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const fit = fitted(controls, size);
  const set = (part: Partial<Control>): void => onChange(changed(controls, current, part));
  return (
    <section className="ml-placing" aria-label={t('layers:controls.title')}>
      <p className="pl-sm pl-2">{t('layers:controls.help')}</p>
      <div className="ml-panes">
        <PicturePane
          file={file}
          controls={controls}
          current={current}
          onSize={setSize}
          onPick={(x, y) => set({ x, y })}
        />
        <MapPane controls={controls} current={current} onPick={(place) => set(place)} />
      </div>
      <Points controls={controls} fit={fit} current={current} onCurrent={setCurrent} onChange={onChange} />
      <div className="pl-row">
        <Segmented
          aria-label={t('layers:controls.fit')}
          value={controls.fit}
          options={(['affine', 'projective'] as const).map((value) => ({
            value,
            label: t(`layers:controls.fits.${value}`),
          }))}
          onChange={(value) => onChange({ ...controls, fit: value as Controls['fit'] })}
        />
      </div>
      <Outcome fit={fit} />
    </section>
  );
}

/** The points as numbers. */
function Points({
  controls,
  fit,
  current,
  onCurrent,
  onChange,
}: {
  controls: Controls;
  fit: Fitted;
  current: number;
  onCurrent: (at: number) => void;
  onChange: (next: Controls) => void;
}) {
  const { t } = useTranslation();
  return (
    <table className="ml-points">
      <thead>
        <tr>
          <th>{t('layers:controls.point')}</th>
          <th>X</th>
          <th>Y</th>
          <th>{t('layers:controls.longitude')}</th>
          <th>{t('layers:controls.latitude')}</th>
          <th>{t('layers:controls.residual')}</th>
          <th />
        </tr>
      </thead>
      <tbody>
        {controls.points.map((point, at) => (
          <PointRow
            // biome-ignore lint/suspicious/noArrayIndexKey: the points are numbered
            key={at}
            at={at}
            point={point}
            isCurrent={at === current}
            residual={residualOf(fit, at)}
            onFocus={() => onCurrent(at)}
            onChange={(part) => onChange(changed(controls, at, part))}
          />
        ))}
      </tbody>
    </table>
  );
}

/** How far a point lies from where the fit puts it; null = not known. */
function residualOf({ whole, placed }: Fitted, at: number): number | null {
  const i = whole.findIndex((each) => each.at === at);
  return i < 0 || !placed ? null : (placed.residualsM[i] ?? null);
}

function Outcome({ fit: { placed, fault } }: { fit: Fitted }) {
  const { t } = useTranslation();
  if (fault)
    return (
      <p className={`pl-sm ${fault === 'few' || fault === 'half' ? 'pl-3' : 'pl-wrong'}`} role="status">
        {t(`layers:controls.fault.${fault}`)}
      </p>
    );
  if (!placed) return null;
  const words = [t('layers:controls.pixel', { metres: placed.metresPerPixel.toPrecision(3) })];
  if (placed.isExact) words.push(t('layers:controls.exact'));
  return (
    <p className="pl-sm pl-2" role="status">
      {words.join(' ')}
    </p>
  );
}

function PointRow({
  at,
  point,
  isCurrent,
  residual,
  onFocus,
  onChange,
}: {
  at: number;
  point: Control;
  isCurrent: boolean;
  residual: number | null;
  onFocus: () => void;
  onChange: (part: Partial<Control>) => void;
}) {
  const { t } = useTranslation();
  const number = at + 1;
  const field = (key: keyof Control, label: string) => (
    <InputNumber<number>
      size="small"
      value={point[key]}
      aria-label={label}
      controls={false}
      changeOnWheel={false}
      inputMode="decimal"
      onFocus={onFocus}
      onChange={(value) => onChange({ [key]: value })}
    />
  );
  return (
    <tr className={isCurrent ? 'on' : undefined}>
      <th scope="row">
        <button type="button" className="pl-bare ml-number" aria-pressed={isCurrent} onClick={onFocus}>
          {t('layers:controls.number', { number })}
        </button>
      </th>
      <td>{field('x', t('layers:controls.xOf', { number }))}</td>
      <td>{field('y', t('layers:controls.yOf', { number }))}</td>
      <td>{field('longitude', t('layers:controls.longitudeOf', { number }))}</td>
      <td>{field('latitude', t('layers:controls.latitudeOf', { number }))}</td>
      <td className="pl-num">{residual === null ? '–' : `${residual.toFixed(2)} m`}</td>
      <td>
        <IconButton
          icon={<DeleteOutlined />}
          label={t('layers:controls.clear', { number })}
          onClick={() => onChange({ x: null, y: null, longitude: null, latitude: null })}
        />
      </td>
    </tr>
  );
}

/** The address of a file while it is shown. */
function useAddress(file: File): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const address = URL.createObjectURL(file);
    setAddress(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return address;
}

/** Long because all that the pointer does on the picture is here. */
function PicturePane({
  file,
  controls,
  current,
  onSize,
  onPick,
}: {
  file: File;
  controls: Controls;
  current: number;
  onSize: (size: Size) => void;
  onPick: (x: number, y: number) => void;
}) {
  const { t } = useTranslation();
  const address = useAddress(file);
  const [failed, setFailed] = useState(false);
  const sight = usePictureSight();
  const { place, size, effective } = sight;
  const from = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const pick = (event: PointerEvent): void => {
    const began = from.current;
    from.current = null;
    if (!began || !place.current || Math.hypot(event.clientX - began.x, event.clientY - began.y) > stillPx) return;
    const spot = spotIn(place.current, event);
    const x = (spot.x - effective.left) / effective.scale;
    const y = (spot.y - effective.top) / effective.scale;
    if (x >= 0 && y >= 0 && x <= size.width && y <= size.height) onPick(Number(x.toFixed(1)), Number(y.toFixed(1)));
  };
  if (failed) return <p className="pl-wrong pl-sm">{t('layers:controls.notShown')}</p>;
  return (
    <div className="ml-pane">
      {/* biome-ignore lint/a11y/useSemanticElements: a picture that is moved about */}
      <div
        ref={place}
        className="ml-picture"
        role="group"
        aria-label={t('layers:controls.picture')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: plus, minus and the arrows move the picture
        tabIndex={0}
        {...sight.handlers}
        onPointerDownCapture={(event) => {
          from.current = event.button === 0 ? { x: event.clientX, y: event.clientY } : null;
        }}
        onPointerUpCapture={pick}
      >
        {address && (
          <img
            src={address}
            alt={file.name}
            draggable={false}
            style={{ position: 'absolute', ...sight.stage }}
            onError={() => setFailed(true)}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
              sight.setSize({ width, height });
              onSize({ width, height });
            }}
          />
        )}
        {controls.points.map(
          ({ x, y }, i) =>
            x !== null &&
            y !== null && (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: the points are numbered
                key={i}
                className={`ml-known${i === current ? ' on' : ''}`}
                style={{ left: effective.left + x * effective.scale, top: effective.top + y * effective.scale }}
              >
                {i + 1}
              </span>
            ),
        )}
      </div>
      <div className="ml-zoom">
        <button type="button" aria-label={t('common:map.zoomIn')} onClick={() => sight.zoom(zoomStep)}>
          +
        </button>
        <button type="button" aria-label={t('common:map.zoomOut')} onClick={() => sight.zoom(1 / zoomStep)}>
          −
        </button>
      </div>
    </div>
  );
}

function MapPane({
  controls,
  current,
  onPick,
}: {
  controls: Controls;
  current: number;
  onPick: (place: { readonly longitude: number; readonly latitude: number }) => void;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const { layers: siteLayers } = useSiteLayers(project.id, null);
  const [first] = useState(() => project.coordinates);
  // The site is in view from the beginning, and nothing moves under who clicks.
  const marks = useMemo<MapMark[]>(
    () => (first ? [{ id: 'project', ...first, status: null, name: project.name }] : []),
    [first, project.name],
  );
  const point = controls.points[current];
  const at =
    point && point.longitude !== null && point.latitude !== null
      ? { longitude: point.longitude, latitude: point.latitude }
      : null;
  return (
    <div className="ml-pane">
      <LevelMap
        marks={marks}
        maxZoom={16}
        siteLayers={siteLayers}
        pick={{
          at,
          onPick: ({ longitude, latitude }) =>
            onPick({ longitude: Number(longitude.toFixed(decimals)), latitude: Number(latitude.toFixed(decimals)) }),
        }}
      />
      <span className="ml-hint pl-sm">{t('layers:controls.onMap', { number: current + 1 })}</span>
    </div>
  );
}
