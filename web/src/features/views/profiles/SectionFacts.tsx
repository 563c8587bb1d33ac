import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../kernel/format.ts';
import type { Shown } from './profile-content.ts';
import type { SectionState } from './section-content.ts';

/** How round the section is, what its crown did, and what was shared out to close it. */
export function SectionFacts({ section, chosen }: { section: SectionState; chosen: Shown }) {
  const { t } = useTranslation();
  const { misclosure } = chosen.survey;
  const facts: [string, string][] = [
    [t('profiles:crown', { node: section.crown }), `${formatNumber(section.crownMm)} mm`],
  ];
  if (chosen.casing.form === 'ring') {
    const permille = section.ovality === null ? null : section.ovality * 1000;
    const radiusM = section.circle ? section.circle.radius / 1000 : null;
    const missed = misclosure && Math.hypot(misclosure.x, misclosure.y);
    facts.push(
      [t('profiles:ovality'), `${formatNumber(permille)} ‰`],
      [t('profiles:radius'), `${formatNumber(radiusM, 4)} m`],
      [t('profiles:misclosure'), `${formatNumber(missed)} mm`],
    );
  }
  return (
    <dl className="pf-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="pl-3 pl-sm">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
