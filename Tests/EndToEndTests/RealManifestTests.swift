import Testing
import VirgaTestSupport

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension EndToEnd {
  @Suite struct RealManifestTests {
    /// The folder with manifests of real apps that `VIRGA_MANIFESTS` names.
    private static let folder = Repository.realManifests

    private static let roots: [String] =
      folder.map { folder in
        files(in: folder).filter {
          $0.hasSuffix("nimbus.fml.yaml") || $0.contains("/experimenter/") && $0.hasSuffix(".fml.yaml")
        }.sorted()
      } ?? []

    private static func files(in folder: String) -> [String] {
      guard let stream = opendir(folder) else { return [] }
      defer { closedir(stream) }
      var found: [String] = []
      while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        guard !name.hasPrefix(".") else { continue }
        found += entry.pointee.d_type == UInt8(DT_DIR) ? files(in: "\(folder)/\(name)") : ["\(folder)/\(name)"]
      }
      return found
    }

    @Test(.enabled(if: folder != nil, "VIRGA_MANIFESTS names no folder with manifests of real apps"), arguments: roots)
    func isLookedThroughAndLeft(path: String) throws {
      let session = try TmuxSession("virga \(path)")
      try session.wait(for: "Features ", "q quit")
      try session.press("j", "j", "G", "g")
      try session.press("/")
      try session.type("e")
      try session.press("Enter", "Enter", "=", "G", "]", "Tab", "j", "Escape")
      try session.resize(columns: 60, rows: 15)
      try session.press("c")
      try session.press("Escape")
      try session.resize(columns: 20, rows: 5)
      try session.wait(for: "too small")
      try session.resize(columns: 120, rows: 40)
      try session.wait(for: "Features ", "q quit")
      try session.press("q")
      try session.expectLeft(code: 0)
    }
  }
}
