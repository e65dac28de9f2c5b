/// The files and manifests being read and watched.
struct ReadingProgress {
  /// Whether the manifest is being read or checked.
  var isReadingManifest = false
  /// Whether to read it once more after that.
  var mustReadAgain = false
  /// Whether the next reading includes the flags.
  var mustReadFlags = true
  /// The number of the latest request for flags from the web.
  var webReading = 0
  /// Whether a manifest, or the reason why there is none, can be shown.
  var hasShown = false
  /// Whether a reading of the manifest has ended.
  var hasRead = false
  /// The files of the manifest and the flags.
  var ownFiles: Set<String> = []
  /// The manifests to compare with.
  var compared = ComparedReadings()
  /// Files that have changed since they were read.
  var changedFiles: Set<String> = []
  /// The watched files.
  var watchedFiles: Set<String> = []

  /// Whether something is being read.
  var isReading: Bool { isReadingManifest || compared.isReading }
}
