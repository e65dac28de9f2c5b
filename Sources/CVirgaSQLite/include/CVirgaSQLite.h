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

// Takes a lock on the database file itself, or gives it up. SQLITE_BUSY if another connection has it.
//
// With a write-ahead log, SQLite locks writers in the index, the file that ends in -shm. If somebody removes that file,
// those who have it open and those who open the session later lock different files, and destroy it. The database file
// has locks of its own, which a log leaves unused: SQLITE_LOCK_RESERVED for one writer, SQLITE_LOCK_EXCLUSIVE for the
// only connection there is. A database in memory needs none.
int virga_sqlite_lock_file(sqlite3 *database, int lock);

// Gives up a lock of the above; readers keep theirs.
void virga_sqlite_unlock_file(sqlite3 *database);
