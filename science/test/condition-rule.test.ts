import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DescribedTerm, readingsInARow, ruleOf } from '../src/limits/condition-rule.ts';

const described = (kind: DescribedTerm['kind']): DescribedTerm => ({
  kind,
  side: 'above',
  low: null,
  high: 10,
  deadBand: 0,
  consecutive: 3,
  maxAgeSeconds: 60,
  spanSeconds: 600,
  uniformRate: 1,
  minR2: 0,
  intervalSeconds: 60,
});

test('readings in a row are counted of measured values, not of shares, events, findings or silence', () => {
  const atOnce = ['silence', 'health', 'completeness', 'vibration'] as const;
  const counted = [
    'value',
    'change',
    'rate',
    'difference',
    'sum',
    'tangent',
    'failure',
    'season',
    'profile',
    'slope',
  ] as const;
  for (const kind of [...atOnce, ...counted]) {
    const needed = (counted as readonly string[]).includes(kind) ? 3 : 1;
    assert.equal(readingsInARow(described(kind)), needed, kind);
    const group = { combine: 'all' as const, count: null, terms: [described(kind)] };
    const { terms } = ruleOf({
      combine: 'all',
      count: null,
      groups: [group],
      raiseDelaySeconds: 0,
      clearDelaySeconds: 0,
    });
    const [term] = terms;
    assert.equal(term && 'consecutive' in term ? term.consecutive : 1, needed, kind);
  }
});
