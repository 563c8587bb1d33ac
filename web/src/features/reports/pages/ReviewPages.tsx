import './review-pages.css';
import { CheckOutlined, CommentOutlined } from '@ant-design/icons';
import { reportReleases } from '@plumbline/contract/reports/releases';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Pane } from '../../../design/Pane.tsx';
import { SkeletonRows } from '../../../design/States.tsx';
import { ZoomButtons, ZoomedPages } from '../../../design/ZoomedPages.tsx';
import { download } from '../../../kernel/call.ts';
import { wordsOf } from '../../../kernel/failures.ts';
import { useProject } from '../../../kernel/project.tsx';
import { PdfPages } from '../links/pdf-pages.parts.tsx';
import { movedBy, type PagePlace, type Pin } from '../releases/releases.parts.tsx';

export interface ReviewPlaces {
  readonly pins: readonly Pin[];
  /** The thread that was chosen, on the page or in the list. */
  readonly active: number | null;
  readonly onActive: (commentId: number) => void;
  /** Where the next comment is to be; null = nowhere yet. */
  readonly mark: PagePlace | null;
  /** Absent = who looks at it writes no comments. */
  readonly onMark?: (place: PagePlace) => void;
}

/** The pages of a report as they are printed, with the comments at their places. Read anew where its files were. */
export function ReviewPages({
  reportId,
  edition,
  places,
}: {
  reportId: number;
  edition: number;
  places: ReviewPlaces;
}) {
  const { t } = useTranslation();
  const projectId = useProject().project.id;
  const [zoom, setZoom] = useState(1);
  const { onMark } = places;
  return (
    <Pane
      title={t('reportReleases:pages.title')}
      className="rr-pages"
      flush
      action={<ZoomButtons zoom={zoom} onZoom={setZoom} />}
    >
      {onMark && <p className="pl-sm pl-3 rr-tips">{t('reportReleases:pages.tips')}</p>}
      <ZoomedPages
        zoom={zoom}
        onZoom={setZoom}
        label={t('reportReleases:pages.title')}
        className={`rr-scroll${onMark ? ' writes' : ''}`}
      >
        <Suspense fallback={<SkeletonRows rows={8} />}>
          <PdfPages
            key={`${reportId} ${edition}`}
            load={async () => (await download(reportReleases.pages, { projectId, reportId })).blob}
            failure={(error) => <p className="pl-wrong">{wordsOf(error, t).words}</p>}
            zoom={zoom}
            over={(page) => <OnPage page={page} places={places} />}
            onPoint={onMark && ((page, place) => onMark({ page, ...place }))}
          />
        </Suspense>
      </ZoomedPages>
    </Pane>
  );
}

const percent = ({ x, y }: PagePlace) => ({ left: `${x * 100}%`, top: `${y * 100}%` });

/** What lies over one page: the comments on it, the mark of the next one, and a button that sets a mark without a pointer. */
function OnPage({ page, places: { pins, active, onActive, mark, onMark } }: { page: number; places: ReviewPlaces }) {
  const { t } = useTranslation();
  return (
    <>
      {pins
        .filter((pin) => pin.page === page)
        .map((pin) => (
          <button
            key={pin.comment.id}
            id={pinId(pin.comment.id)}
            type="button"
            className={`rr-pin${pin.comment.resolved ? ' resolved' : ''}${active === pin.comment.id ? ' active' : ''}`}
            style={percent(pin)}
            title={`${pin.comment.byName}: ${pin.comment.text}`}
            aria-label={t('reportReleases:pages.pin', { number: pin.number, page })}
            onClick={() => onActive(pin.comment.id)}
          >
            {pin.comment.resolved ? <CheckOutlined /> : pin.number}
          </button>
        ))}
      {mark?.page === page && onMark && (
        <button
          type="button"
          className="rr-pin mark"
          style={percent(mark)}
          aria-label={t('reportReleases:pages.mark', { page })}
          onKeyDown={(event) => {
            const next = movedBy(event.key, mark);
            if (!next) return;
            event.preventDefault();
            onMark(next);
          }}
        >
          +
        </button>
      )}
      {onMark && (
        <Button
          size="small"
          className="rr-add"
          icon={<CommentOutlined />}
          aria-label={t('reportReleases:pages.commentOn', { page })}
          title={t('reportReleases:pages.commentOn', { page })}
          onClick={() => onMark({ page, x: 0.5, y: 0.1 })}
        />
      )}
    </>
  );
}

const pinId = (commentId: number): string => `report-comment-${commentId}`;

/** Brings the place of a comment into sight. */
export const showPin = (commentId: number): void =>
  document.getElementById(pinId(commentId))?.scrollIntoView({ block: 'center', inline: 'center' });
