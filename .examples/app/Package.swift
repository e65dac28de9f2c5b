// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "CirrusApp",
  platforms: [.macOS(.v13), .iOS(.v16)],
  dependencies: [
    // A clone next to the app, or .package(url: its address, from: a version).
    .package(path: "../virga")
  ],
  targets: [
    .executableTarget(
      name: "CirrusApp",
      dependencies: [
        .product(name: "VirgaSDK", package: "virga"),
        .product(name: "VirgaLive", package: "virga"),
      ])
  ]
)
