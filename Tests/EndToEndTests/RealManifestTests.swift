import Testing
import VirgaTestSupport

extension EndToEnd {
  @Suite("Real manifests") struct RealManifestTests {
    /// The folder `VIRGA_MANIFESTS` with manifests of real apps.
    private static let folder = Repository.realManifests

    private static let roots: [String] =
      folder.map { folder in
        FileTree.files(below: folder).filter {
          $0.hasSuffix("nimbus.fml.yaml")
            || $0.contains("/experimenter/") && $0.hasSuffix(".fml.yaml")
        }
      } ?? []

    @Test(
      "a real manifest can be browsed",
      .enabled(if: folder != nil, "VIRGA_MANIFESTS names no folder with manifests of real apps"),
      arguments: roots)
    func browsing(path: String) throws {
      let session = try TmuxSession("virga \(path)")
      try session.wait(for: "Features ", "q quit")
      try session.press("j", "j", "G", "g")
      try session.press("/")
      try session.type("e")
      try session.press("Enter", "Enter", "=", "G", "]", "Tab", "j")
      // A terminal that is too small ignores keys, also those that were pressed before it became
      // so.
      try session.resize(columns: 60, rows: 15)
      try session.wait(for: "? keys")
      try session.press(":")
      try session.wait(for: "Enter run")
      try session.press("Escape")
      try session.wait(without: "Enter run")
      try session.resize(columns: 20, rows: 5)
      try session.wait(for: "too small")
      try session.resize(columns: 120, rows: 40)
      try session.wait(for: "Features ", "q quit")
      try session.press("c")
      try session.wait(for: "Enter choose")
      // Escape and a key right after it would be Alt and that key.
      try session.press("Escape")
      try session.wait(for: "Features ", "q quit")
      try session.press("q")
      try session.expectLeft(code: 0)
    }
  }
}
