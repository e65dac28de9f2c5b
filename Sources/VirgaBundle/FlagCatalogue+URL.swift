public import Foundation
public import VirgaFlags

extension FlagCatalogue {
  /// The catalogue in a JSON file, such as one of the app's bundle; ``problems`` says what is wrong in it.
  ///
  /// - Throws: What reading the file throws.
  public static func read(contentsOf url: URL) throws -> FlagCatalogue {
    read(json: [UInt8](try Data(contentsOf: url)), name: url.lastPathComponent)
  }
}
