// The system's SQLite, for Swift.
#include <sqlite3.h>
#include <stdint.h>

// What Swift cannot call: a macro that is a cast, and a function that takes any number of arguments.

// Binds a copy of `count` bytes of text.
int virga_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int count);

// Refuses SQL that could damage the file, whatever the file's own schema says.
int virga_sqlite_defend(sqlite3 *database);

// Waits that long, in milliseconds, while others write.
//
// SQLite's own waiting looks ever less often, so that one who writes again and again keeps all others out. Here everybody
// looks once a millisecond, and so has the same chance.
int virga_sqlite_wait(sqlite3 *database, int milliseconds);

// Reads bytes of the database file itself, without its log, through the descriptor that SQLite has open: closing another
// one would give up SQLite's locks. The result is SQLite's, SQLITE_IOERR_SHORT_READ past the end of the file.
int virga_sqlite_read_file(sqlite3 *database, void *bytes, int count, int64_t offset);

// Changes nothing when the database is closed, not even its log.
int virga_sqlite_abandon(sqlite3 *database);
