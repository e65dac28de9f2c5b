/// How far the console has read: the manifest, those that are shown beside it, and which files are theirs.
struct ReadingProgress {
  /// Whether the manifest is being read or checked.
  var isReadingManifest = false
  /// Whether it has to be read once more when that has ended.
  var mustReadAgain = false
  /// Whether the next reading asks for the flags too.
  var mustReadFlags = true
  /// The number of the last reading of the flags in the web.
  var webReading = 0
  /// Whether there is something of the manifest to show.
  var hasShown = false
  /// Whether a reading of the manifest has ended.
  var hasRead = false
  /// The files of the manifest and of the flags.
  var ownFiles: Set<String> = []
  /// The manifests that are shown beside it.
  var beside = ReadingsBeside()
  /// The files that have changed since they were read.
  var changedFiles: Set<String> = []
  /// The files that are watched.
  var watchedFiles: Set<String> = []

  /// Whether something is being read.
  var isReading: Bool { isReadingManifest || beside.isReading }
}
