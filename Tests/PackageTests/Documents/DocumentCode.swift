import Testing
import VirgaTestSupport

/// The Swift code of a document, as a reader gets it by copying its blocks in order.
///
/// A block belongs to the app's `main.swift`, unless a comment `<!-- file: NAME -->` before it says
/// otherwise; one that imports `PackageDescription` is a package manifest, and a file whose name
/// ends in `Tests.swift` belongs to the app's tests.
struct DocumentCode {
  /// A block, with the first line of its text in the document.
  struct Block {
    var file: String
    var line: Int
    var lines: [Substring] = []

    var text: String { lines.map { $0 + "\n" }.joined() }
  }

  static let manifestName = "Package.swift"

  /// The path of the document in the repository.
  let path: String
  private(set) var blocks: [Block] = []

  init(path: String) throws {
    self.path = path
    let text = try #require(GoldenText.read("\(Repository.root)/\(path)"), "there is no \(path)")
    var open: Block?
    var file: String?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if let block = open {
        if line == "```" {
          blocks.append(block)
          open = nil
        } else {
          open?.lines.append(line)
          if line == "import PackageDescription" { open?.file = Self.manifestName }
        }
      } else if line == "```swift" {
        open = Block(file: file ?? "main.swift", line: index + 2)
        file = nil
      } else if line.hasPrefix("<!-- file: "), line.hasSuffix(" -->") {
        file = String(line.dropFirst("<!-- file: ".count).dropLast(" -->".count))
      }
    }
  }

  /// The package manifests that the document shows.
  var manifests: [String] { blocks.filter { $0.file == Self.manifestName }.map(\.text) }

  /// The files of the app by name; compiler messages refer to lines of the document.
  var files: [String: String] { texts(ofFiles: { !Self.isTest($0) }) }

  /// The files of the app's tests by name.
  var testFiles: [String: String] { texts(ofFiles: { Self.isTest($0) }) }

  private static func isTest(_ file: String) -> Bool { file.hasSuffix("Tests.swift") }

  /// The text of each Swift file for which `isIncluded` is true.
  private func texts(ofFiles isIncluded: (_ file: String) -> Bool) -> [String: String] {
    var files: [String: String] = [:]
    for block in blocks where block.file != Self.manifestName && isIncluded(block.file) {
      files[block.file, default: ""] +=
        "#sourceLocation(file: \"\(path)\", line: \(block.line))\n\(block.text)#sourceLocation()\n"
    }
    return files
  }
}
