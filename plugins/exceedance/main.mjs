/**
 * For how many hours each point was above a limit. A reading counts until the next one, but over no gap that is longer than it
 * may be: for that time nobody knows, and it counts as neither above nor below. A point without a limit is listed without figures.
 */
const words = {
  en: ['Point', 'Structure', 'Limit', 'Hours above', 'Longest, hours', 'Hours known', 'Highest value'],
  'zh-CN': ['测点', '结构物', '限值', '超限时长，小时', '最长一次，小时', '有数据时长，小时', '最大值'],
  'zh-TW': ['測點', '結構物', '限值', '超限時長，小時', '最長一次，小時', '有資料時長，小時', '最大值'],
};
const hourMs = 3_600_000;

const numberOf = (text) => (text.trim() === '' ? null : Number(text.trim().replace(',', '.')));

function limitOf({ limits }, given) {
  if (given !== null) return given;
  return limits.length === 0 ? null : Math.min(...limits.map(({ value }) => value));
}

function hoursOf({ times, values }, limit, gapMs, toMs) {
  let [above, known, longest, run] = [0, 0, 0, 0];
  for (let i = 0; i < times.length; i++) {
    const spanMs = (times[i + 1] ?? toMs) - times[i];
    const isKnown = values[i] !== null && spanMs <= gapMs;
    if (isKnown) known += spanMs;
    if (isKnown && values[i] > limit) {
      above += spanMs;
      run += spanMs;
      longest = Math.max(longest, run);
    } else run = 0;
  }
  return { above: above / hourMs, known: known / hourMs, longest: longest / hourMs };
}

function hoursAbove({ points, parameters, language, toMs }) {
  const given = numberOf(parameters.limit ?? '');
  const gapHours = numberOf(parameters['gap-hours'] ?? '') ?? 6;
  if ((given !== null && !Number.isFinite(given)) || !(gapHours > 0)) throw new Error('limit and gap must be numbers');
  const [point, structure, limitWord, above, longest, known, highest] = words[language] ?? words.en;
  const rows = points.map((each) => {
    const limit = limitOf(each, given);
    const good = each.values.filter((value) => value !== null);
    const top = good.length === 0 ? null : good.reduce((a, b) => Math.max(a, b));
    const name = each.unit === '' ? each.name : `${each.name} (${each.unit})`;
    if (limit === null || good.length === 0) return [name, each.structure, limit, null, null, null, top];
    const hours = hoursOf(each, limit, gapHours * hourMs, toMs);
    return [name, each.structure, limit, hours.above, hours.longest, hours.known, top];
  });
  const column = (title, decimals, width) => ({ title, decimals, width });
  return {
    paragraphs: [],
    table: {
      columns: [
        { title: point, width: 2.4 },
        { title: structure, width: 2.2 },
        ...[column(limitWord, 3, 1.2), column(above, 1, 1.3), column(longest, 1, 1.3), column(known, 1, 1.3)],
        column(highest, 3, 1.3),
      ],
      rows: rows.slice(0, 1000),
    },
  };
}

export const reports = { 'hours-above': hoursAbove };
