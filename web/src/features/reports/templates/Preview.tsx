import { type Language, languages } from '@plumbline/contract/kernel/constants';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { Failure } from '@plumbline/contract/kernel/errors';
import { reportTemplates } from '@plumbline/contract/reports/templates';
import { TemplateContent } from '@plumbline/contract/reports/templates.blocks';
import type { TemplateProblem } from '@plumbline/contract/reports/templates.checks';
import { periodOf } from '@plumbline/science/series/periods';
import { keepPreviousData } from '@tanstack/react-query';
import { Select } from 'antd';
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failed, Skeleton } from '../../../design/States.tsx';
import { ZoomButtons, ZoomedPages } from '../../../design/ZoomedPages.tsx';
import { formatDay } from '../../../kernel/format.ts';
import { languageName, useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useServerNow } from '../../../kernel/server-clock.ts';
import { useSettled } from '../../../kernel/settled.ts';

const settleMs = 1_200;
/** Two are drawn at a time; what was asked before, here or by others, is drawn to its end: this one waits for its turn. */
const busyMs = 2_000;
const maxBusy = 15;
const isBusy = (tries: number, error: unknown): boolean =>
  error instanceof Failure && error.name === 'busy' && tries < maxBusy;
const types = ['day', 'week', 'month', 'quarter', 'year'] as const;

type PreviewType = (typeof types)[number];

/** What the pages are drawn of: the template once it rests, and the last period that is over. */
function usePreview(content: TemplateContent, language: Language, type: PreviewType) {
  const { project } = useProject();
  const now = useServerNow();
  const present = periodOf(type, formatDay(now, project.timeZone), undefined, project.timeZone);
  const day = new Date(Date.parse(present.firstDay) - dayMs).toISOString().slice(0, 10);
  const text = useSettled(JSON.stringify(content), settleMs);
  const parsed = TemplateContent.safeParse(JSON.parse(text));
  const query = useRead(
    reportTemplates.preview,
    { projectId: project.id, content: parsed.success ? parsed.data : content, language, type, day },
    {
      enabled: parsed.success,
      placeholderData: keepPreviousData,
      retry: isBusy,
      retryDelay: busyMs,
      staleTime: 60_000,
    },
  );
  return { query, isSound: parsed.success, isBehind: query.isFetching || text !== JSON.stringify(content) };
}

/** The pages of a template on what the project measured in the last period that is over. Follows what is edited, once it rests. */
export function Preview({
  content,
  onProblems,
}: {
  content: TemplateContent;
  onProblems: (problems: readonly TemplateProblem[]) => void;
}) {
  const { t } = useTranslation();
  const pageLanguage = useLanguage();
  const [language, setLanguage] = useState<Language>(pageLanguage);
  const [type, setType] = useState<PreviewType>('week');
  const { query, isSound, isBehind } = usePreview(content, language, type);
  const [zoom, setZoom] = useState(1);
  const { data } = query;
  useEffect(() => {
    if (data) onProblems(data.problems);
  }, [data, onProblems]);
  return (
    <section className="rt-preview" aria-label={t('reportTemplates:preview')}>
      <div className="rt-preview-bar">
        <h2>{t('reportTemplates:preview')}</h2>
        <Select
          size="small"
          aria-label={t('periodReports:type')}
          value={type}
          options={types.map((value) => ({ value, label: t(`periodReports:types.${value}`) }))}
          onChange={setType}
        />
        <Select
          size="small"
          aria-label={t('periodReports:language')}
          value={language}
          options={languages.map((value) => ({ value, label: languageName(value) }))}
          onChange={setLanguage}
        />
        <span className="pl-sm pl-3" role="status">
          {isBehind ? t('reportTemplates:drawing') : drawnWords(t, data)}
        </span>
        {data && data.pages > 0 && <ZoomButtons zoom={zoom} onZoom={setZoom} />}
      </div>
      {!isSound && <p className="pl-wrong">{t('reportTemplates:notYet')}</p>}
      {query.error && !query.isFetching && <Failed error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && !query.error && <Skeleton height={400} />}
      {data && data.pages === 0 && <p className="pl-wrong">{t('reportTemplates:faulty')}</p>}
      {data && data.pages > 0 && (
        <ZoomedPages
          zoom={zoom}
          onZoom={setZoom}
          label={t('reportTemplates:pages')}
          className={`rt-pages${isBehind ? ' behind' : ''}`}
        >
          <DrawnPages svg={data.svg} zoom={zoom} />
        </ZoomedPages>
      )}
    </section>
  );
}

const drawnWords = (t: TFunction, data: { readonly pages: number; readonly points: number } | undefined): string =>
  data && data.pages > 0 ? t('reportTemplates:drawn', { pages: data.pages, points: data.points }) : '';

function DrawnPages({ svg, zoom }: { svg: string; zoom: number }) {
  const { t } = useTranslation();
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const next = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
    setAddress(next);
    return () => URL.revokeObjectURL(next);
  }, [svg]);
  return address && <img src={address} alt={t('reportTemplates:pages')} style={{ width: `${zoom * 100}%` }} />;
}
