/**
 * What the demo library holds: one entry per book, in the folder layout that the scanner reads.
 * `folder` is relative to `books/`; `text` names a file of ../texts whose `# ` headings are the chapters.
 * Metadata is written in several ways on purpose (file tags, metadata.json, .opf, desc.txt), as people's libraries have it.
 */

export const books = [
  {
    folder: "Lewis Carroll/Alice's Adventures in Wonderland", text: 'alice', form: 'm4b', voice: 'en-gb-x-rp+f3', speed: 138,
    cover: { design: 'arcs', colours: ['#1f3b4d', '#f2c14e', '#f78154', '#f7f3e9'] }, store: 'json', ebook: true,
    meta: {
      title: "Alice's Adventures in Wonderland", authors: ['Lewis Carroll'], narrators: ['Bea Marlowe'], publishedYear: '1865', publisher: 'Macmillan',
      genres: ['Fantasy', 'Children'], tags: ['favourites', 'short'], language: 'English', isbn: '9781503222687',
      description: '<p>On a drowsy summer afternoon a girl named <strong>Alice</strong> follows a White Rabbit with a pocket watch down a very deep hole, and finds a country where nothing keeps its size, its temper or its meaning for long.</p><p>Six episodes from the story that Charles Dodgson told three sisters in a rowing boat in July 1862, from the pool of tears to the trial over the tarts.</p>',
    },
  },
  {
    folder: "Aesop/Aesop's Fables", text: 'fables', sections: [0, 5], form: 'files', voice: 'en-gb+m3', speed: 150,
    cover: { design: 'tiles', colours: ['#2d4739', '#e8d8a0', '#c46a3f', '#f6f0dc'] }, store: 'json', ebook: true,
    meta: {
      title: "Aesop's Fables", authors: ['Aesop'], narrators: ['Dan Hollis', 'Bea Marlowe'], publishedYear: '1912', publisher: 'William Heinemann',
      genres: ['Fables', 'Children'], tags: ['short', 'family'], language: 'English',
      description: '<p>Five of the oldest stories in the world, in the translation by V. S. Vernon Jones: a fox, a hare, a grasshopper, a lion and a thirsty crow each learn something that the reader knew all along.</p><p>One fable to a file, with the text beside it as an ebook.</p>',
    },
  },
  {
    folder: 'Arthur Conan Doyle/Sherlock Holmes/Vol 1 - 1891 - A Scandal in Bohemia {Jane Reader}', text: 'scandal', form: 'files', voice: 'en-gb-x-rp+m1', speed: 150,
    cover: { design: 'swiss', colours: ['#7a1f2b', '#f4ead5', '#d9a441', '#f4ead5'] }, store: 'txt',
    meta: {
      title: 'A Scandal in Bohemia', authors: ['Arthur Conan Doyle'], narrators: ['Jane Reader'], publishedYear: '1891', series: ['Sherlock Holmes #1'], genres: ['Mystery', 'Classics'],
      description: 'A masked visitor of royal blood climbs the stairs of 221B Baker Street with a delicate problem: a photograph, and the one woman who will not give it up.\n\nThe first of the short stories about Sherlock Holmes, and the only one in which he is beaten.',
    },
  },
  {
    folder: 'Arthur Conan Doyle/Sherlock Holmes/Vol 2 - 1891 - The Red-Headed League {Jane Reader}', text: 'redheaded', form: 'discs', voice: 'en-gb-x-rp+m1', speed: 150,
    cover: { design: 'swiss', colours: ['#b4472b', '#f7ead0', '#23303d', '#f7ead0'] }, store: 'txt',
    meta: {
      title: 'The Red-Headed League', authors: ['Arthur Conan Doyle'], narrators: ['Jane Reader'], publishedYear: '1891', series: ['Sherlock Holmes #2'], genres: ['Mystery', 'Classics'],
      description: 'Four pounds a week for copying out the encyclopaedia: the only condition is the colour of your hair. A pawnbroker asks why so pleasant a post should end overnight.\n\nA three pipe problem.',
    },
  },
  {
    folder: 'H. G. Wells/1895 - The Time Machine', text: 'timemachine', form: 'm4b', voice: 'en-us+m7', speed: 138, embedCover: true,
    cover: { design: 'orbit', colours: ['#0f1226', '#f26b4e', '#f5c26b', '#f4efe6'] }, store: 'tags',
    meta: {
      title: 'The Time Machine', subtitle: 'An Invention', authors: ['H. G. Wells'], narrators: ['Carl Winter'], publishedYear: '1895', publisher: 'William Heinemann', genres: ['Science Fiction'],
      description: 'A dinner guest comes late, dusty and limping, with a story about the year 802,701. The first machine to travel through time, and the long evening of mankind.',
    },
  },
  {
    folder: 'Charles Dickens/A Christmas Carol', text: 'carol', form: 'm4b', voice: 'en-gb+m4', speed: 142,
    cover: { design: 'plate', colours: ['#173f35', '#d8b45a', '#8f1d2c', '#f8f1df'] }, store: 'opf',
    meta: {
      title: 'A Christmas Carol', subtitle: 'A Ghost Story of Christmas', authors: ['Charles Dickens'], narrators: ['Dan Hollis'], publishedYear: '1843', publisher: 'Chapman & Hall', genres: ['Classics', 'Ghost Stories'], tags: ['winter'], language: 'English',
      description: '<p>Marley was dead: to begin with. Seven years later, on a foggy Christmas Eve, his chains are heard on the stairs of his old partner.</p><p>Scenes from all five staves of the story that Dickens wrote in six weeks and read aloud for the rest of his life.</p>',
    },
  },
  {
    folder: 'Edgar Allan Poe/The Raven and Annabel Lee', text: ['raven', 'annabel'], form: 'files', voice: 'en-us+m2', speed: 132,
    cover: { design: 'moon', colours: ['#15171c', '#5b6472', '#c9ced6', '#eceae4'] }, store: 'json',
    meta: {
      title: 'The Raven and Annabel Lee', authors: ['Edgar Allan Poe'], narrators: ['Carl Winter'], publishedYear: '1845', genres: ['Poetry', 'Gothic'], tags: ['short', 'winter'], language: 'English',
      description: '<p>Two poems of loss: a midnight visitor with one word to say, and a kingdom by the sea.</p>',
    },
  },
  {
    folder: 'Oscar Wilde/The Happy Prince', text: 'prince', form: 'single', voice: 'en-gb+f2', speed: 140,
    cover: { design: 'arcs', colours: ['#2c2a4a', '#e0c879', '#b86b77', '#f7f1e3'] }, store: 'json',
    meta: {
      title: 'The Happy Prince', authors: ['Oscar Wilde'], narrators: ['Bea Marlowe'], publishedYear: '1888', publisher: 'David Nutt', genres: ['Fairy Tales', 'Children'], tags: ['family'], language: 'English',
      description: '<p>A gilded statue and a late swallow look down on the same city and see what it costs. The opening of the tale that gave the collection its name.</p>',
    },
  },
  {
    folder: 'Mary Shelley/Frankenstein', text: 'frankenstein', form: 'discs', voice: 'en-gb-scotland+f4', speed: 146,
    cover: { design: 'peaks', colours: ['#20323a', '#8fb3b0', '#dfe8e1', '#f3f6f1'] }, store: 'json',
    meta: {
      title: 'Frankenstein', subtitle: 'Or, the Modern Prometheus', authors: ['Mary Shelley'], narrators: ['Ann Archer'], publishedYear: '1818', publisher: 'Lackington', genres: ['Gothic', 'Science Fiction', 'Classics'], tags: ['winter'], language: 'English',
      description: '<p>An explorer writes home from the ice about the stranger he has taken aboard, and the stranger tells what he made on a dreary night of November.</p><p>Two letters and two chapters, on two discs.</p>',
    },
  },
  {
    folder: 'Jane Austen/Pride and Prejudice', text: 'pride', form: 'files', voice: 'en-gb-x-rp+f1', speed: 150,
    cover: { design: 'plate', colours: ['#6b2d4a', '#e9c9b5', '#e9c9b5', '#fbf3ea'] }, store: 'json',
    meta: {
      title: 'Pride and Prejudice', authors: ['Jane Austen'], narrators: ['Ann Archer'], publishedYear: '1813', publisher: 'T. Egerton', genres: ['Romance', 'Classics'], tags: ['favourites'], language: 'English',
      description: '<p>Netherfield Park is let at last, and five sisters have a new subject of conversation.</p><p>The first three chapters, with the most quoted opening sentence in English.</p>',
    },
  },
  {
    folder: 'Daniel Defoe/Robinson Crusoe', text: 'crusoe', form: 'single', voice: 'en-gb+m5', speed: 150,
    cover: { design: 'horizon', colours: ['#12486b', '#f5dd90', '#419197', '#fbf6e6'], title: 'Robinson Crusoe' }, store: 'json',
    meta: {
      title: 'The Life and Strange Surprizing Adventures of Robinson Crusoe, of York, Mariner: Who Lived Eight and Twenty Years, All Alone in an Un-inhabited Island on the Coast of America, near the Mouth of Orinoco',
      authors: ['Daniel Defoe'], narrators: ['Dan Hollis'], publishedYear: '1719', publisher: 'W. Taylor', genres: ['Adventure', 'Classics'], language: 'English',
      description: '<p>The book with one of the longest titles on any shelf: here are its first two hundred characters, and a footprint in the sand.</p>',
    },
  },
  {
    folder: "D. H. Lawrence/Lady Chatterley's Lover", text: 'chatterley', form: 'single', voice: 'en-gb-x-gbcwmd+m3', speed: 150,
    cover: { design: 'tiles', colours: ['#8c2f39', '#f4d9c6', '#3d0c11', '#fdf2e9'] }, store: 'json',
    meta: {
      title: "Lady Chatterley's Lover", authors: ['D. H. Lawrence'], narrators: ['Dan Hollis'], publishedYear: '1928', genres: ['Romance'], tags: ['adult'], language: 'English', explicit: true, abridged: true,
      description: '<p>The opening of the novel that stood trial. Marked explicit, so that the account setting has something to hide.</p>',
    },
  },
  {
    folder: 'Anton Chekhov/The Bet', text: 'bet', form: 'single', voice: 'en-us+f2', speed: 150, store: 'tags',
    meta: {
      title: 'The Bet', authors: ['Anton Chekhov'], narrators: ['Jane Reader'], publishedYear: '1889', genres: ['Short Stories'],
      description: 'Two millions against fifteen years. A book without a cover picture.',
    },
  },
  {
    folder: '夏目漱石/吾輩は猫である', text: 'neko', form: 'single', voice: 'ja+f2', speed: 130,
    cover: { design: 'moon', colours: ['#b33a2b', '#f3e3c3', '#f8efdc', '#fff8e8'], font: 'Noto Serif CJK JP' }, store: 'json',
    meta: {
      title: '吾輩は猫である', authors: ['夏目漱石'], narrators: ['音声合成'], publishedYear: '1905', genres: ['小説'], language: '日本語',
      description: '<p>吾輩は猫である。名前はまだ無い。</p><p>どこで生れたかとんと見当がつかぬ。</p>',
    },
  },
  {
    folder: 'شهرزاد/ألف ليلة وليلة', text: 'layla', form: 'single', voice: 'ar', speed: 140,
    cover: { design: 'tiles', colours: ['#0f4c5c', '#e0b04c', '#e36414', '#fbf3df'], font: 'Noto Naskh Arabic' }, store: 'json',
    meta: {
      title: 'ألف ليلة وليلة', authors: ['شهرزاد'], narrators: ['قارئ آلي'], publishedYear: '1835', genres: ['حكايات'], language: 'العربية',
      description: '<p>حكي والله أعلم أنه كان فيما مضى من قديم الزمان ملك من ملوك ساسان بجزائر الهند والصين.</p>',
    },
  },
  {
    folder: 'Lewis Carroll/Alice, A Reader', form: 'epub', text: 'alice', 
    cover: { design: 'swiss', colours: ['#274690', '#f5f3f5', '#f7b32b', '#f5f3f5'] }, store: 'none',
    meta: { title: 'Alice: A Reader', authors: ['Lewis Carroll'], publishedYear: '1865', publisher: 'Macmillan', genres: ['Fantasy'], language: 'en', description: 'Six episodes with a nested table of contents, to try the reader.' },
  },
  {
    folder: 'Charles Dickens/Carol in Pages', form: 'pdf', text: 'carol',
    cover: { design: 'horizon', colours: ['#3b1f2b', '#f0b67f', '#d6d1b1', '#fbf5ea'], title: 'Carol in Pages' }, store: 'json',
    meta: { title: 'Carol in Pages', authors: ['Charles Dickens'], publishedYear: '1843', genres: ['Classics'], tags: ['winter'], language: 'English', description: '<p>Scenes from A Christmas Carol as a PDF, one stave to a page.</p>' },
  },
  {
    folder: 'Aesop/The Crow and the Pitcher', form: 'cbz', text: 'fables',
    cover: { design: 'peaks', colours: ['#f2a65a', '#58355e', '#2d1e2f', '#fff4e0'] }, store: 'json',
    meta: { title: 'The Crow and the Pitcher', subtitle: 'A comic in eight pages', authors: ['Aesop'], publishedYear: '1912', genres: ['Fables', 'Comics'], tags: ['short'], language: 'English', description: '<p>A thirsty crow, a tall pitcher, and a heap of pebbles.</p>' },
  },
];

export const podcast = {
  folder: 'Fables Daily', text: 'fables', voices: ['en-gb-x-rp+f3', 'en-gb+m3'], firstDate: '2025-01-06T08:30:00Z',
  cover: { design: 'orbit', colours: ['#233d4d', '#fe7f2d', '#fcca46', '#fdf6e3'], title: 'Fables Daily', author: 'The Aesop Players' },
  meta: {
    tags: ['family'], title: 'Fables Daily', author: 'The Aesop Players',
    description: '<p>One very old story at a time, read in under two minutes. <em>Fables Daily</em> is a podcast for breakfast tables, bus stops and people who like a moral at the end.</p><p>New episodes every Monday. More at <a href="https://example.com/fables">example.com/fables</a>.</p>',
    releaseDate: '2025-03-24T08:30:00Z', genres: ['Arts', 'Kids & Family'], feedURL: 'https://example.com/fables/feed.xml', imageURL: null, itunesPageURL: null,
    itunesId: null, itunesArtistId: null, asin: null, language: 'en-gb', explicit: false, podcastType: 'episodic',
  },
};
