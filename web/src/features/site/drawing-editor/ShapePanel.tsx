import { DeleteOutlined, DownOutlined, PlusOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AreaRole, type At, areaRoles, type LineRole, lineRoles, type Shape, withVertex } from './sheet.ts';
import type { Editor } from './use-editor.ts';

/** So many vertices are listed with their coordinates; the others are dragged. */
const maxListed = 40;

interface Axes {
  readonly across: string;
  readonly up: string;
}

/** Edits the chosen shape, or what the pen draws with; places can be typed. */
export function ShapePanel({ editor, axes }: { editor: Editor; axes: Axes }) {
  const { t } = useTranslation();
  const { shape, tool, draft, isFull } = editor;
  return (
    <aside className="dw-side" aria-label={t('drawingEditor:panel')}>
      {isFull && <p className="pl-sm pl-wrong">{t('drawingEditor:full')}</p>}
      {shape ? <Chosen editor={editor} shape={shape} axes={axes} /> : <PenFields editor={editor} />}
      {!shape && (tool === 'line' || tool === 'area') && (
        <>
          <TypedVertex axes={axes} onAdd={editor.vertex} />
          <p className="pl-sm pl-2">{t('drawingEditor:drawHelp', { count: draft.length })}</p>
          <Button disabled={draft.length < (tool === 'line' ? 2 : 3)} onClick={editor.finish}>
            {t('drawingEditor:finish')}
          </Button>
        </>
      )}
    </aside>
  );
}

function useRoleWords() {
  const { t } = useTranslation();
  return {
    lines: lineRoles.map((value) => ({ value, label: t(`drawingEditor:lines.${value}`) })),
    areas: areaRoles.map((value) => ({ value, label: t(`drawingEditor:areas.${value}`) })),
  };
}

function LineFields({
  role,
  isDashed,
  onChange,
}: {
  role: LineRole;
  isDashed: boolean;
  onChange: (next: { role: LineRole; isDashed: boolean }) => void;
}) {
  const { t } = useTranslation();
  const { lines } = useRoleWords();
  return (
    <>
      <Select
        aria-label={t('drawingEditor:role')}
        value={role}
        options={lines}
        onChange={(next) => onChange({ role: next, isDashed })}
      />
      <Checkbox checked={isDashed} onChange={({ target }) => onChange({ role, isDashed: target.checked })}>
        {t('drawingEditor:dashed')}
      </Checkbox>
    </>
  );
}

function AreaFields({
  role,
  isHatched,
  onChange,
}: {
  role: AreaRole;
  isHatched: boolean;
  onChange: (next: { role: AreaRole; isHatched: boolean }) => void;
}) {
  const { t } = useTranslation();
  const { areas } = useRoleWords();
  return (
    <>
      <Select
        aria-label={t('drawingEditor:role')}
        value={role}
        options={areas}
        onChange={(next) => onChange({ role: next, isHatched })}
      />
      <Checkbox checked={isHatched} onChange={({ target }) => onChange({ role, isHatched: target.checked })}>
        {t('drawingEditor:hatched')}
      </Checkbox>
    </>
  );
}

function PenFields({ editor: { tool, pen, setPen } }: { editor: Editor }) {
  const { t } = useTranslation();
  if (tool === 'line')
    return (
      <LineFields
        role={pen.line}
        isDashed={pen.isDashed}
        onChange={({ role, isDashed }) => setPen({ ...pen, line: role, isDashed })}
      />
    );
  if (tool === 'area')
    return (
      <AreaFields
        role={pen.area}
        isHatched={pen.isHatched}
        onChange={({ role, isHatched }) => setPen({ ...pen, area: role, isHatched })}
      />
    );
  return <p className="pl-sm pl-2">{t(`drawingEditor:help.${tool}`)}</p>;
}

function Chosen({ editor, shape, axes }: { editor: Editor; shape: Shape; axes: Axes }) {
  const { t } = useTranslation();
  const { change, order, remove, chosen, sheet } = editor;
  return (
    <>
      <h3>{t(`drawingEditor:kinds.${shape.kind}`)}</h3>
      {shape.kind === 'line' && <LineFields {...shape} onChange={(next) => change({ ...shape, ...next })} />}
      {shape.kind === 'area' && <AreaFields {...shape} onChange={(next) => change({ ...shape, ...next })} />}
      {shape.kind === 'label' && (
        <Input
          aria-label={t('drawingEditor:words')}
          value={shape.words}
          maxLength={80}
          onChange={({ target }) => change({ ...shape, words: target.value })}
        />
      )}
      <div className="dw-vertices">
        {shape.at.slice(0, maxListed).map((each, index) => (
          <VertexFields
            // biome-ignore lint/suspicious/noArrayIndexKey: vertices are known by their place
            key={index}
            number={index + 1}
            at={each}
            axes={axes}
            onChange={(to) => change(withVertex(shape, index, to))}
          />
        ))}
      </div>
      <div className="pl-row">
        <Button
          icon={<UpOutlined />}
          aria-label={t('drawingEditor:forward')}
          title={t('drawingEditor:forward')}
          disabled={chosen === sheet.shapes.length - 1}
          onClick={() => order(1)}
        />
        <Button
          icon={<DownOutlined />}
          aria-label={t('drawingEditor:back')}
          title={t('drawingEditor:back')}
          disabled={chosen === 0}
          onClick={() => order(-1)}
        />
        <Button danger icon={<DeleteOutlined />} onClick={remove}>
          {t('common:delete')}
        </Button>
      </div>
    </>
  );
}

function VertexFields({
  number,
  at: [across, up],
  axes,
  onChange,
}: {
  number: number;
  at: At;
  axes: Axes;
  onChange: (to: At) => void;
}) {
  const field = (label: string, value: number, put: (next: number) => void) => (
    <InputNumber<number>
      size="small"
      aria-label={`${label} ${number}`}
      value={Number(value.toFixed(3))}
      controls={false}
      changeOnWheel={false}
      suffix="m"
      onChange={(next) => next !== null && put(next)}
    />
  );
  return (
    <div className="pl-row">
      <span className="pl-sm pl-3 pl-num">{number}</span>
      {field(axes.across, across, (next) => onChange([next, up]))}
      {field(axes.up, up, (next) => onChange([across, next]))}
    </div>
  );
}

/** A vertex by its coordinates. */
function TypedVertex({ axes, onAdd }: { axes: Axes; onAdd: (at: At) => void }) {
  const { t } = useTranslation();
  const [across, setAcross] = useState<number | null>(null);
  const [up, setUp] = useState<number | null>(null);
  const add = (): void => {
    if (across === null || up === null) return;
    onAdd([across, up]);
    setAcross(null);
    setUp(null);
  };
  const field = (label: string, value: number | null, put: (next: number | null) => void) => (
    <InputNumber<number>
      size="small"
      aria-label={label}
      placeholder={label}
      value={value}
      controls={false}
      changeOnWheel={false}
      suffix="m"
      onChange={put}
      onPressEnter={add}
    />
  );
  return (
    <div className="pl-row dw-typed">
      {field(axes.across, across, setAcross)}
      {field(axes.up, up, setUp)}
      <Button
        size="small"
        icon={<PlusOutlined />}
        aria-label={t('drawingEditor:addVertex')}
        title={t('drawingEditor:addVertex')}
        disabled={across === null || up === null}
        onClick={add}
      />
    </div>
  );
}
