import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pointSheet } from '@plumbline/contract/points/sheets.points';
import { pointColumns } from './columns.ts';

test('a heading of an earlier version is read as the one of today', () => {
  for (const item of ['Item', '子项', '子结构']) {
    const { at, unknown } = pointColumns({ line: 1, cells: ['测点ID', '结构物', item, '测点名称'] }, pointSheet);
    assert.deepEqual([at.get('item'), unknown], [2, []], item);
  }
});
