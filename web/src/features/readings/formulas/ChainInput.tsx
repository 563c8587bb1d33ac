import { DownloadOutlined, UploadOutlined } from '@ant-design/icons';
import { parametersInForce } from '@plumbline/contract/devices/devices.parameters';
import { Failure } from '@plumbline/contract/kernel/errors';
import { chainForms, shortestSegmentMm } from '@plumbline/science/sensors/chain';
import { Button, InputNumber, Select } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { EditableTable, type GridColumn } from '../../../design/form/EditableTable.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import { wordsOf } from '../../../kernel/failures.ts';
import { readTable, tableTypes } from '../../../kernel/read-table.ts';
import { saveCsv } from '../../../kernel/save-csv.ts';
import { ChainFields } from './ChainFields.tsx';
import { ChainSketch } from './ChainSketch.tsx';
import {
  addToAll,
  chainProblems,
  columnsOf,
  inForm,
  type Parameters,
  readSegments,
  rowsOf,
  type SegmentColumn,
  type SegmentRow,
  type SegmentTableFault,
  withRows,
} from './chain-segments.ts';

/** The sensor mode of chains. */
const chainMode = 5;

const angle = z.number().min(-360).max(360).optional();
const rowSchema = z.object({
  node: z.number().optional(),
  length: z.number().min(shortestSegmentMm).max(100_000).optional(),
  twist: angle,
  ix: angle,
  iy: angle,
});

/** A chain of segments as it lies: its form, what belongs to the whole of it, its segments one by one, and a drawing. */
export function ChainInput({
  value,
  onChange,
  ofDevice,
  nodeCount,
  readOnly,
}: {
  value: Parameters;
  onChange: (value: Parameters) => void;
  /** As its device says; what is set here holds before it. */
  ofDevice: Parameters;
  nodeCount: number;
  readOnly: boolean;
}) {
  const { t } = useTranslation();
  const form = value['form'] ?? 0;
  const inForce = useMemo(
    () => parametersInForce({ mode: chainMode, parameters: value, deviceParameters: ofDevice }),
    [value, ofDevice],
  );
  return (
    <div className="pt-chain">
      <Segmented
        label={t('formulas:chain.form')}
        value={chainForms[form] ?? null}
        options={chainForms.map((each) => ({ value: each, label: t(`formulas:chain.forms.${each}`) }))}
        onChange={(next) => !readOnly && onChange(inForm(value, chainForms.indexOf(next), nodeCount))}
      />
      <ChainFields value={value} onChange={onChange} ofDevice={ofDevice} />
      <div className="pt-chain-segments">
        <SegmentTable {...{ value, onChange, nodeCount, readOnly }} />
        <div>
          <ChainSketch parameters={inForce} nodeCount={nodeCount} />
          <Problems value={inForce} nodeCount={nodeCount} />
        </div>
      </div>
    </div>
  );
}

const labelsOf = (columns: readonly SegmentColumn[], t: TFunction) =>
  Object.fromEntries(columns.map((column) => [column, t(`formulas:chain.columns.${column}`)]));

/** Columns of what a segment has in the form of the chain. */
function useColumns(value: Parameters): GridColumn[] {
  const { t } = useTranslation();
  return useMemo(
    () =>
      columnsOf(value).map(
        (column): GridColumn => ({
          type: 'NUMBER',
          prop: column,
          label: t(`formulas:chain.columns.${column}`),
          unit: column === 'length' ? 'mm' : '°',
          widthPx: 108,
        }),
      ),
    [value, t],
  );
}

function SegmentTable({ value, onChange, nodeCount, readOnly }: SegmentsProps) {
  const { t } = useTranslation();
  const [fault, setFault] = useState<SegmentTableFault | Failure | null>(null);
  const columns = useColumns(value);
  const rows = useMemo(() => rowsOf(value, nodeCount), [value, nodeCount]);
  const take = async (file: File): Promise<void> => {
    const cells = await readTable(file).catch((error: unknown) => {
      if (error instanceof Failure) return error;
      throw error;
    });
    if (cells instanceof Failure) return setFault(cells);
    const words = { node: t('formulas:chain.node'), ...labelsOf(columnsOf(value), t) };
    const read = readSegments(cells, value, nodeCount, words);
    setFault('fault' in read ? read : null);
    if (!('fault' in read)) onChange(read.parameters);
  };
  const save = (): void => {
    const columns = columnsOf(value);
    const cells = rows.map((row) => [row.node, ...columns.map((column) => row[column] ?? null)]);
    saveCsv(`${t('formulas:chain.segments')}.csv`, ['node', ...columns], cells);
  };
  return (
    <div>
      {!readOnly && <AddToAll {...{ value, onChange, nodeCount }} />}
      <EditableTable<SegmentRow>
        label={t('formulas:chain.segments')}
        columns={columns}
        rows={rows}
        onChange={(next) => onChange(withRows(value, next))}
        schema={rowSchema}
        readOnly={readOnly}
        heightPx={360}
        actions={<FileButtons onTake={readOnly ? null : (file) => void take(file)} onSave={save} />}
      />
      {fault && <FileFaultWords fault={fault} nodeCount={nodeCount} />}
      <p className="pl-3 pl-sm">{t('formulas:chain.help')}</p>
    </div>
  );
}

/** The table as a file, and a file as the table (null = nothing may be changed). */
function FileButtons({ onTake, onSave }: { onTake: ((file: File) => void) | null; onSave: () => void }) {
  const { t } = useTranslation();
  const chosen = useRef<HTMLInputElement>(null);
  return (
    <>
      {onTake && (
        <>
          <input
            ref={chosen}
            style={{ display: 'none' }}
            type="file"
            accept={tableTypes.join(',')}
            aria-label={t('formulas:chain.import')}
            onChange={({ target }) => {
              if (target.files?.[0]) onTake(target.files[0]);
              // The same file may be taken once more.
              target.value = '';
            }}
          />
          <Button size="small" icon={<UploadOutlined />} onClick={() => chosen.current?.click()}>
            {t('formulas:chain.import')}
          </Button>
        </>
      )}
      <Button size="small" icon={<DownloadOutlined />} onClick={onSave}>
        {t('formulas:chain.export')}
      </Button>
    </>
  );
}

function FileFaultWords({ fault, nodeCount }: { fault: SegmentTableFault | Failure; nodeCount: number }) {
  const { t } = useTranslation();
  if (fault instanceof Failure)
    return (
      <p role="alert" className="pl-wrong pl-sm">
        {wordsOf(fault, t).words}
      </p>
    );
  return (
    <p role="alert" className="pl-wrong pl-sm">
      {fault.fault === 'rows'
        ? t('formulas:chain.fileRows', { count: fault.found, nodes: nodeCount })
        : fault.fault === 'heading'
          ? t('formulas:chain.fileHeading')
          : t(fault.fault === 'node' ? 'formulas:chain.fileNode' : 'formulas:chain.fileCell', {
              line: fault.line,
              found: fault.found,
            })}
    </p>
  );
}

interface SegmentsProps {
  readonly value: Parameters;
  readonly onChange: (value: Parameters) => void;
  readonly nodeCount: number;
  readonly readOnly: boolean;
}

/** An amount that is added to one column of all segments. */
function AddToAll({ value, onChange, nodeCount }: Omit<SegmentsProps, 'readOnly'>) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<SegmentColumn>('length');
  const [amount, setAmount] = useState<number | null>(null);
  const columns = columnsOf(value);
  const column = columns.includes(chosen) ? chosen : 'length';
  return (
    <div className="pl-row" style={{ flexWrap: 'wrap', marginBottom: 8 }}>
      <Select
        size="small"
        aria-label={t('formulas:chain.column')}
        popupMatchSelectWidth={false}
        style={{ width: 148 }}
        value={column}
        options={columns.map((each) => ({ value: each, label: t(`formulas:chain.columns.${each}`) }))}
        onChange={setChosen}
      />
      <InputNumber
        size="small"
        aria-label={t('formulas:chain.amount')}
        placeholder={t('formulas:chain.amount')}
        value={amount}
        onChange={setAmount}
        suffix={column === 'length' ? 'mm' : '°'}
        style={{ width: 128 }}
      />
      <Button
        size="small"
        disabled={amount === null}
        onClick={() => {
          if (amount !== null) onChange(addToAll(value, nodeCount, column, amount));
          setAmount(null);
        }}
      >
        {t('formulas:chain.addToAll')}
      </Button>
    </div>
  );
}

/** What the chain lacks, in words. */
function Problems({ value, nodeCount }: { value: Parameters; nodeCount: number }) {
  const { t } = useTranslation();
  const { directions, short } = chainProblems(value, nodeCount);
  const words = [
    ...(directions.length > 0 ? [t('formulas:chain.noDirection', { nodes: listed(directions) })] : []),
    ...(short.length > 0 ? [t('formulas:chain.tooShort', { nodes: listed(short) })] : []),
  ];
  return words.map((each) => (
    <p key={each} role="alert" className="pl-wrong pl-sm">
      {each}
    </p>
  ));
}

/** Numbers in a row, the first eight of many. */
const listed = (nodes: readonly number[]): string =>
  nodes.length > 8 ? `${nodes.slice(0, 8).join(', ')}, ...` : nodes.join(', ');
