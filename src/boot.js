// Inlined into index.html by scripts/boot-plugin.mjs: asks for the data and the code of the page that is
// opened while the entry is still on its way. The client takes each answer once (services/early-requests.ts).
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
  const lastLibraryId = read('userSettings').lastLibraryId;
  const home = section === 'library' && id && !rest ? id : path === '' ? lastLibraryId : null;
  let page = null;
  if (!accessToken) {
    page = 'login';
    ask('GET', 'status');
  } else {
    ask('POST', 'api/authorize');
    ask('GET', 'api/libraries');
    if (home) {
      page = 'home';
      ask('GET', `api/libraries/${home}/personalized?include=rssfeed%2CnumEpisodesIncomplete%2Cshare`);
    } else if (section === 'library' && rest === 'bookshelf') {
      page = 'bookshelf';
    } else if (section === 'item' && id) {
      page = 'item';
      ask('GET', `api/items/${id}?expanded=1&include=downloads%2Crssfeed%2Cshare`);
    }
  }
  for (const file of (window.earmarkChunks ?? {})[page] ?? []) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = base + file;
    document.head.append(link);
  }
}
