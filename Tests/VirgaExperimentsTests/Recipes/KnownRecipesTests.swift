import Testing
import VirgaExperiments
import VirgaJSON
import VirgaSource
import VirgaTargeting

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Recipes of public projects, which are not part of this one: the variable `VIRGA_RECIPES` names a folder of them.
@Suite struct KnownRecipesTests {
  static let folder = getenv("VIRGA_RECIPES").map { String(cString: $0) }

  @Test(.enabled(if: folder.map { access($0, R_OK) == 0 } ?? false, "VIRGA_RECIPES names no folder of recipes"))
  func everyRecipeLoadsAndItsTargetingParses() throws {
    let files = Self.files(in: Self.folder ?? "")
    #expect(!files.isEmpty)
    for file in files {
      let document = JSONDocument.parse(SourceText(name: file, bytes: try FileReading.disk().read(file)))
      let batch = RecipeBatch(document)
      #expect(batch.isReadable, "\(file)")
      let refusals = batch.problems.filter { $0.severity == .error }
      #expect(refusals.allSatisfy { Self.isForDesktop($0) }, "\(file): \(refusals)")
      #expect(batch.problems.allSatisfy { $0.location != nil && $0.code != "unreadable-targeting" }, "\(file)")
      #expect(!batch.recipes.isEmpty || refusals.count == 1, "\(file)")
      for recipe in batch.recipes { _ = try recipe.targeting.map { try Expression($0) } }
    }
  }

  /// A desktop recipe tells clients apart by an id that mobile clients don't have, and is refused.
  private static func isForDesktop(_ problem: Problem) -> Bool { problem.path.hasSuffix("randomizationUnit") }

  private static func files(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var files: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee)) {
          String(cString: $0)
        }
      }
      if name.hasSuffix(".json") {
        files.append(folder + "/" + name)
      } else if !name.hasPrefix("."), !name.contains(".") {
        files += self.files(in: folder + "/" + name)
      }
    }
    return files.sorted()
  }
}
