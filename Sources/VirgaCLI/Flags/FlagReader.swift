import VirgaFlags
import VirgaSource

/// Reads the files of flags, as often as it is asked to.
struct FlagReader: Sendable {
  /// The files and URLs, as they were named.
  var places: [String] = []
  /// Whether the demo is shown, which has flags of its own where no file is named.
  var isDemo = false
  /// Where relative paths start from, and what reads files.
  var machine = Machine.current

  /// What the files say, and why some of them say nothing.
  func read() -> FlagFiles {
    if places.isEmpty { return isDemo ? DemoManifest.flags : FlagFiles() }
    var files = FlagFiles()
    for place in places {
      do throws(FileFailure) {
        let text = SourceText(name: place, bytes: try bytes(of: place))
        files.add(text, at: Machine.now())
      } catch {
        files.add(error, of: place)
      }
    }
    return files
  }

  private func bytes(of place: String) throws(FileFailure) -> [UInt8] {
    if place == "-" { return try machine.standardInput() }
    let reading = ConfigurationReading.machine()
    guard place.contains("://") else { return try machine.files.read(FilePath.joined(machine.workingFolder, place)) }
    return try reading.bytes(of: ConfigurationSource(place))
  }

  /// The files of this machine among them, to be watched.
  var files: [String] {
    places.filter { $0 != "-" && !$0.contains("://") }.map { FilePath.joined(machine.workingFolder, $0) }
  }
}
