/** At most 1920 px, centred beside a rail of 80 px; a scrollbar moves none of it. */
export const homeWidth = 'ms-[max(0px,calc(50vw-62.5rem))] max-w-[120rem]';
