/** A file of records as a stream: CSV or a workbook with typed cells. */
import type { Cell } from '../../../kernel/sheets.ts';
import { sheetTypes, writeSheet } from '../../../kernel/sheets.ts';
import { type RecordsPlan, refuseTooManyRows } from './record-plan.ts';
import type { ExportFile, Step } from './write-export.ts';

/** Throws exportTooManyRows where there are more by now than when they were counted. */
export function writeRecords(plan: RecordsPlan, step: Step): ExportFile {
  const { request, columns, fileName, project } = plan;
  let count = 0;
  async function* counted(): AsyncGenerator<readonly Cell[]> {
    for await (const cells of plan.cells()) {
      count++;
      refuseTooManyRows({ request, rows: count });
      if (count % 1000 === 0) await step(count);
      yield cells;
    }
  }
  const { format } = request;
  return {
    type: sheetTypes[format],
    fileName,
    stream: writeSheet(counted(), { format, name: project.name, columns }),
    rows: () => count,
  };
}
