import { shallowEqual, useSelector } from '@xstate/react';
import { Link2, Rss, X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/feeds.json';
import type { FeedsRef } from '../../../machines/admin/feeds/feeds.machine.ts';
import {
  addressOf,
  linkAddressOf,
  selectPageCopier,
  selectReadAt,
  selectShownFeed,
  selectThingRemoval,
  selectThings,
} from '../../../machines/admin/feeds/feeds.selectors.ts';
import type { SharedBook } from '../../../machines/admin/feeds/public-things.ts';
import { selectCopied, selectRemoved } from '../../../machines/kit/kit.selectors.ts';
import { selectMomentFormats } from '../../../machines/app/session/session.selectors.ts';
import { formatMoment } from '../../../machines/kit/moment.logic.ts';
import type { RssFeed } from '../../../schemas/api/rss-feed.ts';
import { useActorRefOf, useLinkTo, usePageRef } from '../../app/actors-context.tsx';
import { formatRelative } from '../../format/dates.ts';
import { CopyText } from '../../shared/copy-text.tsx';
import { DataContent } from '../../shared/data-content.tsx';
import { SettingsFrame } from '../../shared/settings-frame.tsx';
import { WithTexts } from '../../texts/with-texts.tsx';
import { PageInset } from '../../ui/app-frame.tsx';
import { AppLink } from '../../ui/links.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Heading } from '../../ui/heading.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { BeneathOnPhones, Table } from '../../ui/table.tsx';
import { FeedFacts } from './feed-facts.tsx';

export function Page() {
  return (
    <WithTexts texts={texts}>
      <Feeds />
    </WithTexts>
  );
}

function Feeds() {
  const t = useTranslations('feedsPage');
  return (
    <SettingsFrame title={t('title')} intro={t('intro')}>
      <DataContent loading={t('loading')} failed={t('failed')}>
        <Content />
      </DataContent>
    </SettingsFrame>
  );
}

function Content() {
  const t = useTranslations('feedsPage');
  const { feeds, links } = useSelector(usePageRef<FeedsRef>(), selectThings);
  return (
    <PageInset className="flex max-w-6xl flex-col gap-8 pt-4 pb-8">
      <Section title={t('feeds')}>
        {feeds.length > 0 ? (
          <FeedTable feeds={feeds} />
        ) : (
          <EmptyState icon={<Rss size={24} />} message={t('noFeeds')} detail={t('noFeedsDetail')} />
        )}
      </Section>
      <Section title={t('links')}>
        {links.length > 0 ? (
          <LinkTable links={links} />
        ) : (
          <EmptyState icon={<Link2 size={24} />} message={t('noLinks')} detail={t('noLinksDetail')} />
        )}
      </Section>
      <Details />
    </PageInset>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <Heading level={2} looksLike={3} id={id}>
        {title}
      </Heading>
      {children}
    </section>
  );
}

const KINDS: Readonly<Record<string, 'item' | 'collection' | 'series'>> = {
  libraryItem: 'item',
  item: 'item',
  collection: 'collection',
  series: 'series',
};

function FeedTable({ feeds }: { feeds: readonly RssFeed[] }) {
  const t = useTranslations('feedsPage');
  const locale = useLocale();
  const page = usePageRef<FeedsRef>();
  const readAt = useSelector(page, selectReadAt);
  const formats = useSelector(useActorRefOf('session'), selectMomentFormats, shallowEqual);
  const closing = useSelector(useSelector(page, selectThingRemoval), selectRemoved);
  return (
    <Table
      label={t('feeds')}
      rows={feeds}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'title',
          header: t('name'),
          isRowHeader: true,
          fills: true,
          cell: (feed) => <FeedName feed={feed} />,
        },
        {
          id: 'slug',
          header: t('slug'),
          wideOnly: true,
          cell: ({ slug }) => <span className="break-all">{slug}</span>,
        },
        {
          id: 'type',
          header: t('type'),
          wideOnly: true,
          cell: ({ entityType }) => t(`kind.${KINDS[entityType] ?? 'item'}`),
        },
        { id: 'episodes', header: t('episodes'), numeric: true, cell: ({ episodes }) => episodes.length },
        {
          id: 'preventIndexing',
          header: t('preventIndexing'),
          wideOnly: true,
          cell: ({ meta }) => t(meta.preventIndexing ? 'yes' : 'no'),
        },
        {
          id: 'updated',
          header: t('updated'),
          wideOnly: true,
          cell: ({ updatedAt }) => (
            <span data-tip={formatMoment(updatedAt, formats, locale)}>{formatRelative(updatedAt, readAt, locale)}</span>
          ),
        },
        {
          id: 'close',
          header: t('actions'),
          headerHidden: true,
          width: '3rem',
          cell: ({ id, meta: { title } }) => (
            <IconButton
              size="sm"
              label={t('close', { title })}
              icon={<X size={18} />}
              busy={closing?.id === id}
              onClick={() => page.send({ type: 'feeds.close', thing: { kind: 'feed', id, title } })}
            />
          ),
        },
      ]}
    />
  );
}

function FeedName({ feed: { id, meta, entityType, updatedAt } }: { feed: RssFeed }) {
  const t = useTranslations('feedsPage');
  const locale = useLocale();
  const page = usePageRef<FeedsRef>();
  const readAt = useSelector(page, selectReadAt);
  return (
    <>
      <button
        type="button"
        dir="auto"
        className="min-h-8 text-start text-match hover:underline touch:min-h-11"
        onClick={() => page.send({ type: 'feeds.show', id })}
      >
        {meta.title}
      </button>
      <BeneathOnPhones>
        <Dotted>
          {t(`kind.${KINDS[entityType] ?? 'item'}`)}
          {formatRelative(updatedAt, readAt, locale)}
        </Dotted>
      </BeneathOnPhones>
    </>
  );
}

function LinkTable({ links }: { links: readonly SharedBook[] }) {
  const t = useTranslations('feedsPage');
  const linkTo = useLinkTo();
  const page = usePageRef<FeedsRef>();
  const closing = useSelector(useSelector(page, selectThingRemoval), selectRemoved);
  return (
    <Table
      label={t('links')}
      rows={links}
      keyOf={({ share }) => share.id}
      columns={[
        {
          id: 'title',
          header: t('book'),
          isRowHeader: true,
          fills: true,
          cell: ({ itemId, title, share }) => (
            <>
              <AppLink
                {...linkTo({ name: 'item', id: itemId })}
                dir="auto"
                className="inline-flex min-h-6 items-center text-match touch:min-h-11"
              >
                {title}
              </AppLink>
              <BeneathOnPhones>
                {t('ends')}: <End expiresAt={share.expiresAt} />
              </BeneathOnPhones>
            </>
          ),
        },
        { id: 'end', header: t('ends'), wideOnly: true, cell: ({ share }) => <End expiresAt={share.expiresAt} /> },
        {
          id: 'downloads',
          header: t('downloads'),
          wideOnly: true,
          cell: ({ share }) => t(share.isDownloadable ? 'yes' : 'no'),
        },
        {
          id: 'copy',
          header: t('link'),
          width: '6rem',
          cell: ({ share, title }) => <Copy slug={share.slug} title={title} />,
        },
        {
          id: 'close',
          header: t('actions'),
          headerHidden: true,
          width: '3rem',
          cell: ({ share: { id }, title }) => (
            <IconButton
              size="sm"
              label={t('deleteLink', { title })}
              icon={<X size={18} />}
              busy={closing?.id === id}
              onClick={() => page.send({ type: 'feeds.close', thing: { kind: 'link', id, title } })}
            />
          ),
        },
      ]}
    />
  );
}

/** 'in 2 days', with the date as tooltip. */
function End({ expiresAt }: { expiresAt: string | null }) {
  const t = useTranslations('feedsPage');
  const locale = useLocale();
  const readAt = useSelector(usePageRef<FeedsRef>(), selectReadAt);
  const formats = useSelector(useActorRefOf('session'), selectMomentFormats, shallowEqual);
  const end = expiresAt === null ? 0 : Date.parse(expiresAt);
  if (!(end > 0)) return t('never');
  if (end <= readAt) return t('expired');
  return <span data-tip={formatRelative(end, readAt, locale)}>{formatMoment(end, formats, locale)}</span>;
}

function Copy({ slug, title }: { slug: string; title: string }) {
  const t = useTranslations('feedsPage');
  const page = usePageRef<FeedsRef>();
  const copier = useSelector(page, selectPageCopier);
  const address = useSelector(page, linkAddressOf(slug));
  const isCopied = useSelector(copier, selectCopied) === address;
  return (
    <Button
      size="sm"
      aria-label={isCopied ? t('copied') : t('copyLink', { title })}
      onClick={() => copier.send({ type: 'copier.copy', text: address })}
    >
      {t(isCopied ? 'copied' : 'copy')}
    </Button>
  );
}

function Details() {
  const t = useTranslations('feedsPage');
  const tCommon = useTranslations('common');
  const page = usePageRef<FeedsRef>();
  const feed = useSelector(page, selectShownFeed);
  const copier = useSelector(page, selectPageCopier);
  const address = useSelector(page, addressOf(feed?.feedUrl ?? ''));
  if (feed === null) return null;
  const at = (date: string | null | undefined) => Date.parse(date ?? '') || 0;
  const episodes = feed.episodes.toSorted((one, other) => at(one.pubDate) - at(other.pubDate));
  return (
    <Dialog
      open
      title={t('details')}
      width={700}
      closeLabel={tCommon('close')}
      onDismiss={() => page.send({ type: 'feeds.hide' })}
    >
      <div className="flex flex-col gap-4">
        <p dir="auto" className="text-match text-lg font-semibold">
          {feed.meta.title}
        </p>
        <CopyText label={t('address')} copyLabel={t('copyAddress')} value={address} copier={copier} />
        <FeedFacts meta={feed.meta} />
        <ol className="flex list-decimal flex-col gap-1 ps-6 text-sm">
          {episodes.map(({ id, title }) => (
            <li key={id} dir="auto">
              {title}
            </li>
          ))}
        </ol>
      </div>
    </Dialog>
  );
}
