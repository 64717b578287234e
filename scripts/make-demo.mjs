#!/usr/bin/env node
/**
 * Rebuilds the demo library (server/demo/library): speaks the texts, draws the covers, writes metadata and ebooks.
 * Needs espeak-ng and ffmpeg; the result is committed, so users need neither.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { books, podcast } from '../server/demo/make/catalogue.mjs';
import { drawComicPage, drawCover } from '../server/demo/make/covers.mjs';
import { makeCbz, makeEpub, makeOpf, makePdf } from '../server/demo/make/ebooks.mjs';
import { encode, seconds, silence, speak } from '../server/demo/make/speech.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../server/demo');
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(root, 'library') },
    only: { type: 'string' },
    'no-audio': { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  console.log(
    'usage: node scripts/make-demo.mjs [--out DIR] [--only TEXT] [--no-audio]\n\n--out DIR    where to write (default server/demo/library)\n--only TEXT  only the books whose folder contains TEXT; nothing is deleted first\n--no-audio   covers, ebooks and metadata only\n\nNeeds espeak-ng and ffmpeg, unless --no-audio is given.',
  );
  process.exit(0);
}
const workDir = mkdtempSync(join(tmpdir(), 'earmark-demo-'));
process.on('exit', () => rmSync(workDir, { recursive: true, force: true }));

/** The chapters of a text file: `# ` starts one, each further line is a paragraph. */
function readText(name) {
  const chapters = [];
  for (const line of readFileSync(join(root, 'texts', `${name}.txt`), 'utf8').split('\n')) {
    if (line.startsWith('# ')) chapters.push({ title: line.slice(2), paragraphs: [] });
    else if (line.trim()) chapters[chapters.length - 1].paragraphs.push(line.trim());
  }
  return chapters;
}

const say = (text, voice, speed) => Buffer.concat([speak(text, voice, speed, workDir), silence(0.7)]);
const sayChapter = (chapter, book) =>
  Buffer.concat([
    say(`${chapter.title}.`, book.voice, book.speed),
    ...chapter.paragraphs.map((p) => say(p, book.voice, book.speed)),
    silence(0.8),
  ]);

function commonTags(meta) {
  return {
    album: meta.title,
    artist: meta.authors.join(', '),
    album_artist: meta.authors.join(', '),
    composer: (meta.narrators ?? []).join('; '),
    genre: meta.genres.join(';'),
    date: meta.publishedYear ?? '',
  };
}

function writeAudio(book, dir, chapters, cover) {
  const spoken = chapters.map((chapter) => sayChapter(chapter, book));
  const tags = commonTags(book.meta);
  if (book.store === 'tags')
    Object.assign(tags, {
      comment: book.meta.description,
      publisher: book.meta.publisher ?? '',
      ...(book.meta.subtitle ? { TIT3: book.meta.subtitle } : {}),
    });
  if (book.form === 'm4b' || book.form === 'single') {
    let at = 0;
    const marks = chapters.map((chapter, i) => ({ title: chapter.title, start: at, end: (at += seconds(spoken[i])) }));
    const name = `${book.folder
      .split('/')
      .pop()
      .replace(/^\d{4} - /, '')}.${book.form === 'm4b' ? 'm4b' : 'mp3'}`;
    const coverFile = join(workDir, 'cover.jpg');
    if (book.embedCover) writeFileSync(coverFile, cover);
    encode(Buffer.concat(spoken), join(dir, name), workDir, {
      tags: { ...tags, title: book.meta.title },
      chapters: chapters.length > 1 ? marks : [],
      ...(book.embedCover ? { cover: coverFile } : {}),
    });
    return;
  }
  const half = Math.ceil(chapters.length / 2);
  for (const [i, chapter] of chapters.entries()) {
    const number = String(i + 1).padStart(2, '0');
    const disc = book.form === 'discs' ? (i < half ? 1 : 2) : null;
    const folder = disc ? join(dir, `CD ${disc}`) : dir;
    mkdirSync(folder, { recursive: true });
    const track = disc === 2 ? i - half + 1 : i + 1;
    encode(
      spoken[i],
      join(folder, `${disc ? String(track).padStart(2, '0') : number} - ${chapter.title.replace(/[:/]/g, '')}.mp3`),
      workDir,
      { tags: { ...tags, title: chapter.title, track: String(track), ...(disc ? { disc: String(disc) } : {}) } },
    );
  }
}

function writeMetadata(book, dir) {
  const { meta } = book;
  if (book.store === 'opf') writeFileSync(join(dir, 'metadata.opf'), makeOpf(meta));
  if (book.store === 'txt') {
    writeFileSync(join(dir, 'desc.txt'), meta.description);
    writeFileSync(join(dir, 'reader.txt'), (meta.narrators ?? []).join(', '));
  }
  if (book.store === 'json') {
    const json = {
      tags: meta.tags ?? [],
      title: meta.title,
      subtitle: meta.subtitle ?? null,
      authors: meta.authors,
      narrators: meta.narrators ?? [],
      series: meta.series ?? [],
      genres: meta.genres,
      publishedYear: meta.publishedYear ?? null,
      publishedDate: null,
      publisher: meta.publisher ?? null,
      description: meta.description,
      isbn: meta.isbn ?? null,
      asin: null,
      language: meta.language ?? null,
      explicit: meta.explicit ?? false,
      abridged: meta.abridged ?? false,
    };
    writeFileSync(join(dir, 'metadata.json'), `${JSON.stringify(json, null, 2)}\n`);
  }
}

const comicCaptions = [
  'A crow, dry with thirst, found a tall pitcher with a little water in it.',
  'Her beak could not reach the water.',
  'She pushed, but the pitcher was too heavy to tip.',
  'Then she saw the pebbles. One went in.',
  'And one more. And one more.',
  'Each pebble raised the water a little.',
  'At last it stood at the brim.',
  'Necessity is the mother of invention.',
];

async function makeBook(book) {
  const dir = join(values.out, 'books', book.folder);
  mkdirSync(dir, { recursive: true });
  const all = [book.text].flat().flatMap(readText);
  const chapters = book.sections ? all.slice(...book.sections) : all;
  const author = book.meta.authors.join(' & ');
  const cover = book.cover ? await drawCover(book.cover, book.meta.title, author) : null;
  if (cover && !book.embedCover && book.form !== 'epub') writeFileSync(join(dir, 'cover.jpg'), cover);
  const file = join(dir, book.folder.split('/').pop());
  if (book.form === 'epub') writeFileSync(`${file}.epub`, makeEpub(book.meta, chapters, cover));
  else if (book.form === 'pdf') writeFileSync(`${file}.pdf`, makePdf(book.meta.title, chapters));
  else if (book.form === 'cbz')
    writeFileSync(
      `${file}.cbz`,
      makeCbz(await Promise.all(comicCaptions.map((caption, i) => drawComicPage(i, comicCaptions.length, caption)))),
    );
  else if (!values['no-audio']) writeAudio(book, dir, chapters, cover);
  if (book.ebook) writeFileSync(`${file}.epub`, makeEpub(book.meta, chapters, cover));
  writeMetadata(book, dir);
  console.log(book.folder);
}

const clock = (s) => `${String(Math.floor(s / 60)).padStart(2, '0')}:${String(Math.floor(s % 60)).padStart(2, '0')}`;

function makeEpisode(chapter, i, dir) {
  const [host, reader] = podcast.voices;
  const intro = say(`Fables Daily, number ${i + 1}. Today: ${chapter.title}.`, host, 150);
  const story = Buffer.concat([...chapter.paragraphs.map((p) => say(p, reader, 146)), silence(0.6)]);
  const outro = say('That was Fables Daily. Until next Monday.', host, 150);
  const published = new Date(Date.parse(podcast.firstDate) + i * 7 * 86_400_000);
  const [storyAt, outroAt] = [seconds(intro), seconds(intro) + seconds(story)];
  const description = `<p>In this episode: <strong>${chapter.title}</strong>, in the translation of 1912.</p><ul><li>00:00 Welcome</li><li>${clock(storyAt)} The fable</li><li>${clock(outroAt)} Good-bye</li></ul><p>The text is in the <a href="https://example.com/fables/${i + 1}">show notes</a>.</p>`;
  encode(
    Buffer.concat([intro, story, outro]),
    join(dir, `${String(i + 1).padStart(2, '0')} - ${chapter.title.replace(/[:/,]/g, '')}.mp3`),
    workDir,
    {
      tags: {
        title: chapter.title,
        artist: podcast.meta.author,
        album: podcast.meta.title,
        genre: podcast.meta.genres.join(';'),
        track: String(i + 1),
        disc: i < 6 ? '1' : '2',
        date: published.toUTCString(),
        TIT3: `A fable in ${Math.round(outroAt)} seconds`,
        comment: description,
        'episode-type': i === 0 ? 'trailer' : 'full',
        'podcast-type': 'episodic',
      },
    },
  );
}

async function makePodcast() {
  const dir = join(values.out, 'podcasts', podcast.folder);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'cover.jpg'), await drawCover(podcast.cover, '', ''));
  writeFileSync(join(dir, 'metadata.json'), `${JSON.stringify(podcast.meta, null, 2)}\n`);
  if (!values['no-audio']) for (const [i, chapter] of readText(podcast.text).entries()) makeEpisode(chapter, i, dir);
  console.log(podcast.folder);
}

if (!values.only && !values['no-audio']) rmSync(values.out, { recursive: true, force: true });
const wanted = (folder) => !values.only || folder.includes(values.only);
for (const book of books) if (wanted(book.folder)) await makeBook(book);
if (wanted(podcast.folder)) await makePodcast();
