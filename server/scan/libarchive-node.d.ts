declare module 'libarchive.js/dist/libarchive-node.mjs' {
  interface ArchiveFile {
    readonly name: string;
    readonly size: number;
    extract(): Promise<File>;
  }
  interface OpenArchive {
    getFilesArray(): Promise<{ readonly path: string; readonly file: ArchiveFile }[]>;
    close(): Promise<void>;
  }
  export const Archive: { open(file: File): Promise<OpenArchive> };
}
