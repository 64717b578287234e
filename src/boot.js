// Inlined into index.html by scripts/boot-plugin.ts: sets the theme before the first paint, and requests data and code
// of the page while the entry loads. The client takes each answer once (services/early-requests.ts). Later imports come
// through here too: each chunk is requested together with those it needs.
{
  const base = new URL(document.baseURI).pathname;
  const path = location.pathname.slice(base.length).replace(/\/$/, '');
  const early = (window.earmarkEarly = new Map());
  const read = (key, area = 'localStorage') => {
    try {
      return JSON.parse(window[area].getItem(key)) ?? {};
    } catch {
      return {};
    }
  };
  /** The page's state of this history entry, from before a reload. */
  const keptState = () => {
    const places = read('earmark.places', 'sessionStorage');
    const address = `/${path}${location.search}`;
    const isHere = (place) => place?.href === address && place.key === history.state?.key;
    return (Array.isArray(places) && places.find(isHere)?.state) || null;
  };
  const { accessToken } = read('earmark.session');
  window.earmarkEarlyToken = accessToken ?? '';
  const ask = (method, call) => {
    const headers = accessToken && section !== 'share' ? { Authorization: `Bearer ${accessToken}` } : {};
    const answer = fetch(base + call, { method, headers, credentials: 'same-origin' });
    answer.catch(() => undefined);
    early.set(`${method} ${base}${call}`, answer);
  };
  const [, section, id, rest] = /^(\w*)\/?([^/]*)\/?(.*)$/.exec(path) ?? [];
  const settings = read('userSettings');
  const { lastLibraryId, theme } = settings;
  const root = document.documentElement;
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  const { language, direction } = read('earmark.locale');
  if (language) Object.assign(root, { lang: language, dir: direction });
  const place = path === '' && lastLibraryId ? `library/${lastLibraryId}` : path;
  /** Params of a pattern; null without a match. */
  const paramsAt = (pattern) => {
    const parts = place.split('/');
    const names = pattern.slice(1).split('/');
    const fits = names.length === parts.length && names.every((name, at) => name[0] === ':' || name === parts[at]);
    return fits ? new Map(names.map((name, at) => [name, parts[at]])) : null;
  };
  let page = null;
  if (section === 'share' && id && !rest) {
    page = 'share';
    ask('GET', `public/share/${id}`);
  } else if (section === 'inspector') {
    page = 'inspector';
  } else if (!accessToken) {
    ask('GET', 'status');
  } else {
    page = 'other';
    ask('POST', 'api/authorize');
    for (const { route, pattern, call } of window.earmarkCalls ?? []) {
      const params = paramsAt(pattern);
      if (!params) continue;
      page = route;
      ask(
        'GET',
        call.replace(/:\w+/g, (name) => params.get(name) ?? name),
      );
    }
    if (section === 'library' && rest === 'bookshelf') {
      page = 'bookshelf';
      const requested = new URLSearchParams(location.search);
      const kept = keptState();
      const filter = String(requested.get('filter') ?? (kept?.query ? kept.query.filter : settings.filterBy) ?? 'all');
      const sort = requested.get('sort') ?? settings.orderBy ?? 'media.metadata.title';
      const desc = requested.has('sort') ? requested.get('desc') === '1' : Boolean(settings.orderDesc);
      const collapseSeries = Boolean(
        filter.startsWith('series.') ? settings.collapseBookSeries : settings.collapseSeries,
      );
      const isKept =
        kept?.query?.sort === sort && kept.query.desc === desc && kept.query.collapseSeries === collapseSeries;
      const first = isKept ? Math.floor((kept.window?.first || 0) / 48) : 0;
      const query = new URLSearchParams({ limit: 48, page: first, sort });
      if (desc) query.set('desc', 1);
      if (filter && filter !== 'all') query.set('filter', filter);
      if (collapseSeries) query.set('collapseseries', 1);
      query.set('minified', 1);
      query.set('include', 'rssfeed,numEpisodesIncomplete,share');
      ask('GET', `api/libraries/${id}/items?${query}`);
    }
    // Last: browsers open six connections per server, and the page needs the other answers first.
    ask('GET', 'api/libraries');
  }
  const { files, needs, pages, texts, hash } = window.earmarkChunks ?? { files: [], needs: [], pages: {}, texts: {} };
  const addressOf = (file) => `${base}assets/${file}.js`;
  const earlyTexts = (window.earmarkTexts = new Map());
  /** English is in the files. */
  const requestTexts = (file) => {
    if (root.lang === 'en-us') return;
    for (const area of texts[file] ?? []) {
      const address = `assets/texts/${root.lang}/${area}.${hash}.json`;
      const answer = fetch(base + address);
      answer.catch(() => undefined);
      earlyTexts.set(address, answer);
    }
  };
  requestTexts('entry');
  /** A file and all that it needs. */
  const withNeeds = (file, found = new Set()) => {
    if (!found.has(file)) for (const at of needs[files.indexOf(file)] ?? []) withNeeds(files[at], found.add(file));
    return found.add(file);
  };
  const loads = new Map();
  for (const at of pages[page] ?? [])
    for (const file of withNeeds(files[at])) {
      if (loads.has(file)) continue;
      loads.set(file, null);
      requestTexts(file);
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = addressOf(file);
      document.head.append(link);
    }
  const load = async (file) => {
    try {
      const answer = await fetch(addressOf(file));
      if (!answer.ok) throw new TypeError(`Failed to fetch dynamically imported module: ${answer.status}`);
      await answer.arrayBuffer();
    } catch (cause) {
      loads.delete(file);
      throw cause;
    }
  };
  // A browser never requests a module again that failed once: it is fetched before, and imported from the cache.
  window.earmarkImport = async (file) => {
    const all = [...withNeeds(file)];
    for (const one of all) {
      if (loads.has(one)) continue;
      requestTexts(one);
      loads.set(one, load(one));
    }
    await Promise.all(all.map((one) => loads.get(one)));
    return import(addressOf(file));
  };
}
