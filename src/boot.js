// Inlined into index.html by scripts/boot-plugin.ts: sets the chosen theme before anything is painted, and asks for
// the data and the code of the page that is opened while the entry is still on its way. The client takes each answer
// once (services/early-requests.ts).
{
  const base = new URL(document.baseURI).pathname;
  const path = location.pathname.slice(base.length).replace(/\/$/, '');
  const early = (window.earmarkEarly = new Map());
  const read = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key)) ?? {};
    } catch {
      return {};
    }
  };
  const { accessToken } = read('earmark.session');
  window.earmarkEarlyToken = accessToken ?? '';
  const ask = (method, call) => {
    const headers = accessToken ? { Authorization: `Bearer ${accessToken}` } : {};
    const answer = fetch(base + call, { method, headers, credentials: 'same-origin' });
    answer.catch(() => undefined);
    early.set(`${method} ${base}${call}`, answer);
  };
  const [, section, id, rest] = /^(\w*)\/?([^/]*)\/?(.*)$/.exec(path) ?? [];
  const settings = read('userSettings');
  const { lastLibraryId, theme } = settings;
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  const home = section === 'library' && id && !rest ? id : path === '' ? lastLibraryId : null;
  let page = null;
  if (!accessToken) {
    ask('GET', 'status');
  } else {
    ask('POST', 'api/authorize');
    if (home) {
      page = 'home';
      ask('GET', `api/libraries/${home}/personalized?include=rssfeed%2CnumEpisodesIncomplete%2Cshare`);
    } else if (section === 'library' && rest === 'bookshelf') {
      page = 'bookshelf';
      const asked = new URLSearchParams(location.search);
      const filter = asked.get('filter') ?? settings.filterBy ?? 'all';
      const query = new URLSearchParams({ limit: 48, page: 0, sort: asked.get('sort') ?? settings.orderBy ?? 'media.metadata.title' });
      if (asked.has('sort') ? asked.get('desc') === '1' : settings.orderDesc) query.set('desc', 1);
      if (filter && filter !== 'all') query.set('filter', filter);
      if (settings.collapseSeries && !filter.startsWith('series.')) query.set('collapseseries', 1);
      query.set('minified', 1);
      query.set('include', 'rssfeed,numEpisodesIncomplete,share');
      ask('GET', `api/libraries/${id}/items?${query}`);
    } else if (section === 'item' && id) {
      page = 'item';
      ask('GET', `api/items/${id}?expanded=1&include=downloads%2Crssfeed%2Cshare`);
    }
    // Last: a browser opens six connections to a server, and the page waits for the others.
    ask('GET', 'api/libraries');
  }
  for (const file of (window.earmarkChunks ?? {})[page] ?? []) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = base + file;
    document.head.append(link);
  }
}
